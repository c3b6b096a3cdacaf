import { describe, expect, it } from "vitest";
import { normaliseGitUrl } from "../../src/argo/git-url.ts";

describe("the address of a repository", () => {
  it.each([
    ["https://git.example.com/Shop/Apps.git", "https://git.example.com/shop/apps"],
    [" https://git.example.com/shop/apps ", "https://git.example.com/shop/apps"],
    ["https://bot:s3cret@git.example.com/shop/apps.git", "https://git.example.com/shop/apps"],
    ["https://token@git.example.com:8443/shop/apps", "https://git.example.com:8443/shop/apps"],
    ["git@git.example.com:shop/apps.git", "git.example.com/shop/apps"],
    ["ssh://git@git.example.com/shop/apps.git", "git.example.com/shop/apps"],
    ["ssh://git@git.example.com:22/shop/apps", "git.example.com:22/shop/apps"],
    ["https://git.example.com/shop/@scope/apps", "https://git.example.com/shop/@scope/apps"],
    ["", ""],
  ])("%s is known as %s", (address, expected) => {
    expect(normaliseGitUrl(address)).toBe(expected);
    expect(normaliseGitUrl(expected)).toBe(expected);
  });
});
