import type { UiStrings } from '../strings/UiStrings.ts'
import type { AmountAlteration } from './alteration.ts'

export interface AlterationText {
  /** Why the text is no amount. */
  readonly reason: string
  readonly correction: { readonly value: string; readonly label: string } | undefined
  /** Both, for a place without a button. */
  readonly message: string
}

interface TextOptions {
  readonly strings: UiStrings
  readonly decimals: number
  /** How the field writes an amount. */
  readonly format: (value: string) => string
}

/** What is said of an altered text. */
export function alterationText(
  { kind, correction }: AmountAlteration,
  { strings, decimals, format }: TextOptions,
): AlterationText {
  const reason = reasonOf(kind, { strings, decimals })
  if (correction === undefined) return { reason, correction: undefined, message: reason }
  // On its way to a number, `0.` is written as it stands.
  const label = strings.amountWrite({
    amount: correction.endsWith('.') ? correction : format(correction),
  })
  return { reason, correction: { value: correction, label }, message: `${reason} ${label}` }
}

function reasonOf(
  kind: AmountAlteration['kind'],
  { strings, decimals }: Omit<TextOptions, 'format'>,
): string {
  switch (kind) {
    case 'leading-dot':
      return strings.amountLeadingDot
    case 'negative':
      return strings.amountNegative
    case 'fraction':
      return strings.amountWhole
    case 'decimals':
      return strings.amountDecimals({ count: decimals })
    case 'digits':
      return strings.amountDigits
    case 'unreadable':
      return strings.amountUnreadable
  }
}
