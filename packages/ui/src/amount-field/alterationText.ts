import type { UiStrings } from '../strings/UiStrings.ts'
import type { AmountAlteration } from './alteration.ts'

/** The message for an altered text. */
export interface AlterationText {
  /** Why the text is no amount. */
  readonly reason: string
  readonly correction: { readonly value: string; readonly label: string } | undefined
  /** Reason and correction in one text, for places without a button. */
  readonly message: string
}

interface TextOptions {
  readonly strings: UiStrings
  readonly decimals: number
  /** Formats an amount as the field does. */
  readonly format: (value: string) => string
}

/** Returns the message for an altered text. */
export function alterationText(
  { kind, correction }: AmountAlteration,
  { strings, decimals, format }: TextOptions,
): AlterationText {
  const reason = reasonOf(kind, { strings, decimals })
  if (correction === undefined) return { reason, correction: undefined, message: reason }
  // `0.` is the start of a number and stays unformatted.
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
