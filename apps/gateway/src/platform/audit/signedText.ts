/** What of a kept request a signature can cover. */
export interface SignedParts {
  readonly path: string
  /** The header `tm`, 13 digits. */
  readonly tm: string
  /** The header `trace-id`. */
  readonly trace: string
  readonly body: string
}

/** Only this much of `tm` is signed: 100 seconds (wire 1). */
const SIGNED_DIGITS = 8

/**
 * The string to sign (wire 2), from what the audit log keeps of a request; `undefined` for a field
 * that it does not know.
 */
export function signedText(
  fields: readonly string[],
  { path, tm, trace, body }: SignedParts,
): string {
  const values: Readonly<Record<string, string>> = {
    path,
    time: tm.slice(0, SIGNED_DIGITS),
    traceId: trace,
    body,
  }
  return fields.map((field) => values[field] ?? '').join('\n')
}
