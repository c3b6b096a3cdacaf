import { request } from "node:https";
import { text } from "node:stream/consumers";

/** What every object has. A test that looks at more says so: `find<Pod>(…)`. */
export interface ApiObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** Reads from an API server, quicker than a kubectl that is started for every look. */
export interface ApiClient {
  isReady(): Promise<boolean>;
  /**
   * The object or list at a path such as `/api/v1/namespaces/default/pods/web`; undefined if there is none. As the
   * administrator, or as whoever a token belongs to.
   */
  find<Kind extends ApiObject>(path: string, token?: string): Promise<Kind | undefined>;
  /** The items of a list. */
  list<Kind extends ApiObject>(path: string): Promise<readonly Kind[]>;
}

export interface ApiServer {
  readonly url: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

export function apiClient(server: ApiServer): ApiClient {
  async function read<Answer>(path: string, token = server.token): Promise<Answer | undefined> {
    const { status, body } = await get({ ...server, token }, path);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${body}`);
    return JSON.parse(body);
  }
  return {
    find: read,
    isReady: async () => (await get(server, "/readyz")).status === 200,
    async list<Kind>(path: string) {
      const answer = await read<{ readonly items: readonly Kind[] }>(path);
      return answer?.items ?? [];
    },
  };
}

async function get(
  { url, token, ca }: ApiServer,
  path: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, url),
      { ca, headers: { authorization: `Bearer ${token}` }, agent: false, timeout: 10_000 },
      (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      },
    );
    call.on("timeout", () => call.destroy(new Error(`GET ${path}: no answer within 10 s`)));
    call.on("error", reject);
    call.end();
  });
}
