import { describe, expect, it } from "vitest";
import { parseListenAddress } from "../../src/reporter/listen-address.ts";

describe("the address that a reporter listens at", () => {
  it.each([
    ["9464", { host: undefined, port: 9464 }],
    [":9464", { host: undefined, port: 9464 }],
    ["127.0.0.1:0", { host: "127.0.0.1", port: 0 }],
    ["localhost:80", { host: "localhost", port: 80 }],
    ["[::1]:9464", { host: "::1", port: 9464 }],
  ])("may be %s", (text, address) => {
    expect(parseListenAddress(text)).toEqual(address);
  });

  it.each(["", "http", "9464/tcp", "65536", "::1:9464", "a b:1", "-1"])("may not be %j", (text) => {
    expect(() => parseListenAddress(text)).toThrow("--listen must be a port");
  });
});
