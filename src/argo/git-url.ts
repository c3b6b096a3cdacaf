/** `git@host:path` and `user@host/path`, with or without the scheme (argo-cd 3.6.1 `util/git/git.go` `sshURLRegex`). */
const sshAddress = /^(?:ssh:\/\/)?[^/:]*@[^@]+$/;

/**
 * The address of a repository in the one form by which Argo CD takes two spellings for the same (argo-cd 3.6.1
 * `util/git/git.go` `NormalizeGitURL`), less user and password: a new token is no new repository, and what is left may
 * stand in a message. Empty for an empty address.
 */
export function normaliseGitUrl(address: string): string {
  const lower = address.trim().toLowerCase();
  const url = sshAddress.test(lower) ? sshUrl(lower) : lower;
  return url
    .replace(/\.git$/, "")
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/, "$1")
    .replace(/^ssh:\/\//, "");
}

/** The colon of the short form would be taken for that of a port. */
function sshUrl(address: string): string {
  return address.startsWith("ssh://") ? address : `ssh://${address.replace(":", "/")}`;
}
