const hidden = "***";

/**
 * Up to a blank or a quote: what else an address ends with does not matter here. One slash is enough: kustomize also
 * looks for an address as a file, and then names it as a path that was tidied up.
 */
const address = /(?:ssh)?:\/+[^\s'"`<>]+/gi;
/** Between `://` and the last `@` before the path (RFC 3986, section 3.2.1). */
const userinfo = /(:\/+)[^/?#]*@/g;
const query = /([?&]([\w.-]+)=)[^&#]*/g;

/** What kustomize and go-getter know in a query, and what names a version: nobody's secret. */
const harmless = new Set(["ref", "version", "timeout", "submodules", "depth", "archive", "checksum"]);

/**
 * Text without the credentials in its addresses: values files, bases and chart repositories may be written as
 * `https://bot:password@host/…` or with a token in their query, and what is said about them is shown to everybody who
 * may see the Application. Tools hide them in some of their own words only.
 */
export function hideCredentials(text: string): string {
  return text.replace(address, (found) => {
    const isLogin = /^ssh:\/+[\w.-]+@/i.test(found);
    const named = isLogin ? found : found.replace(userinfo, `$1${hidden}@`);
    return named.replace(query, (whole, key: string, name: string) =>
      harmless.has(name.toLowerCase()) ? whole : `${key}${hidden}`,
    );
  });
}
