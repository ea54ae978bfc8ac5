/**
 * Ways to prove oneself beyond a password, the strongest first; the gateway's names (wire protocol,
 * section 10).
 */
export const METHODS = ['passkey', 'google', 'email', 'mobile'] as const
export type Method = (typeof METHODS)[number]
export type CodeMethod = Exclude<Method, 'passkey'>

/** The field of the wire that carries each method's proof. */
export const PROOF_FIELDS = {
  passkey: 'passkey',
  google: 'googleCode',
  email: 'emailCode',
  mobile: 'mobileCode',
} as const satisfies Record<Method, string>

/** What the server asks for: any one of `methods` counts. */
export interface Challenge {
  readonly methods: readonly Method[]
  /** For the browser's passkeys; absent where the site cannot ask for one. */
  readonly passkey: object | undefined
}

const isMethod = (name: unknown): name is Method => METHODS.some((method) => method === name)

/**
 * In the server's order. Methods that this page does not know are left out, and a passkey without
 * its options cannot be asked for.
 */
export function readChallenge({
  methods,
  passkey,
}: {
  readonly methods?: unknown
  readonly passkey?: unknown
}): Challenge {
  const named: readonly unknown[] = Array.isArray(methods) ? methods : []
  const options = typeof passkey === 'object' && passkey !== null ? passkey : undefined
  return {
    methods: [...new Set(named.filter(isMethod))].filter(
      (method) => method !== 'passkey' || options !== undefined,
    ),
    passkey: options,
  }
}
