import type { UnsignedAddress } from '../reserves/ports/attestations.ts'
import type { OperatorSession } from './createOperatorSessions.ts'
import { safe, type Section, table, token } from './operatorHtml.ts'

/** Reserve addresses whose keys are nowhere here, and the text that each signs (wallet 7). */
export function coldSection({
  session,
  unsigned,
}: {
  readonly session: OperatorSession
  readonly unsigned: readonly UnsignedAddress[]
}): Section {
  const rows = unsigned.map(({ address, text }) => [
    `<code>${safe(address)}</code>`,
    `<code>${safe(text)}</code>`,
    `<form method="post" action="/reserves/${safe(address)}/attest">${token(session)}
<label>Its signature (EIP-191, BIP-137) <input name="signature" required></label>
<button>Attest</button></form>`,
  ])
  const heads = ['Address', 'Text to sign', 'Signature']
  return {
    title: 'Reserve addresses without a signature',
    waiting: unsigned.length,
    body: table(heads, rows),
  }
}
