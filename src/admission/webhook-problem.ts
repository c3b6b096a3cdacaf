/** Why a webhook cannot be read: thrown and caught inside of the reader, never seen outside of it. */
export class WebhookProblem extends Error {
  /** From the root of the configuration, such as `webhooks[0].rules`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(problem);
    this.name = "WebhookProblem";
    this.path = path;
  }
}
