import type { Realm } from '../../accounts/accounts.ts'
import { refuse, type Refusal } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'

interface Asked {
  readonly at: number
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
  readonly digest: string
}

/** Copy trading has keys of its own: a `clientOid` may name an order and a follow. */
export const copyKey = ({
  realm,
  userId,
  clientOid,
}: Pick<Asked, 'realm' | 'userId' | 'clientOid'>): string => `copy:${realm}:${userId}:${clientOid}`

export interface Keyed {
  readonly isJournalled: boolean
}

/** Whether the key was used. */
export const refuseUsedKey = (
  { keys }: ExchangeState,
  asked: Asked,
  { isJournalled }: Keyed,
): { readonly refused: Refusal } | undefined =>
  !isJournalled && keys.has(copyKey(asked)) ? refuse('key-used') : undefined

/** Keeps the key with the number of what it made. */
export function keepKey(
  { keys }: ExchangeState,
  { id, ...asked }: Asked & { readonly id: number },
): void {
  const { digest, at } = asked
  keys.add(copyKey(asked), { digest, answer: { transferId: String(id) }, at })
}
