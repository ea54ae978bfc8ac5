interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): { toString(): string } }
}

/**
 * Vouches for one script address where the browser enforces Trusted Types: the page's policy lists
 * the name, and any other address is refused. `undefined` where the platform has no Trusted Types;
 * a plain address serves there.
 */
export function scriptUrlPolicy(
  name: 'x-captcha' | 'x-crypto' | 'x-device' | 'x-shell',
  allowed: string,
): ((src: string) => { toString(): string }) | undefined {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory }
  const policy = trustedTypes?.createPolicy(name, {
    createScriptURL(src) {
      if (src !== allowed) throw new TypeError(`Not the address that ${name} vouches for`)
      return src
    },
  })
  return policy && ((src) => policy.createScriptURL(src))
}
