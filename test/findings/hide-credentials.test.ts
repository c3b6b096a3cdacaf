import { describe, expect, it } from "vitest";
import { finalLine } from "../../src/commands/final-line.ts";
import { hideCredentials } from "../../src/findings/hide-credentials.ts";
import { quote } from "../../src/quote.ts";

describe("credentials in the address of a remote", () => {
  it("are hidden, whether a name and a password, or a token alone", () => {
    expect(hideCredentials("fetch https://bot:hunter2@git.example.com/x.git main")).toBe(
      "fetch https://***@git.example.com/x.git main",
    );
    expect(hideCredentials("'git::https://ghp_token@git.example.com/x'")).toBe(
      "'git::https://***@git.example.com/x'",
    );
    expect(hideCredentials("lstat '/apps/https:/bot:hunter2@git.example.com/x'")).toBe(
      "lstat '/apps/https:/***@git.example.com/x'",
    );
    expect(hideCredentials("https://bot:p@ss@charts.example.com")).toBe("https://***@charts.example.com");
  });

  it("are hidden in a query too, where only what chooses a version is nobody's secret", () => {
    expect(hideCredentials("https://example.com/x.yaml?token=hunter2&ref=main&sig=a%2Fb#top")).toBe(
      "https://example.com/x.yaml?token=***&ref=main&sig=***#top",
    );
  });

  it("are not what else looks like them", () => {
    const harmless = [
      "https://git.example.com/users/a@b?ref=v1.2.3",
      "ssh://git@git.example.com/x.git",
      "git@git.example.com:x.git",
      "mail to a@b.example, see x?y=z",
      "oci://registry.example.com/web@sha256:abc",
    ];
    expect(harmless.map(hideCredentials)).toEqual(harmless);
  });

  it("are hidden in every line on stderr, the way out included, and where a quoted address is cut", () => {
    const address = "https://bot:hunter2@git.example.com/x.git";
    expect(finalLine({ message: `no ${address}`, hint: `see ${address}` })).toBe(
      "grantwave: no https://***@git.example.com/x.git (see https://***@git.example.com/x.git)",
    );
    expect(quote(`https://bot:${"hunter2".repeat(10)}@git.example.com/x.git`)).toBe(
      '"https://***@git.example.com/x.git"',
    );
  });

  it("are looked for in one pass over long text", () => {
    const long = [
      "a".repeat(300_000),
      ":".repeat(300_000),
      `:${"/".repeat(300_000)}`,
      "://".repeat(100_000),
      `https://${"a:".repeat(150_000)}`,
    ];
    const started = performance.now();
    expect(long.map((text) => hideCredentials(text).length)).toEqual(long.map((text) => text.length));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
