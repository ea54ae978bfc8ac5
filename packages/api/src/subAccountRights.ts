import type { AccountRights } from './subAccounts.ts'

/**
 * What a call asks of a sub-account: that it may read, trade, move funds home (`full`) or have API
 * keys; `main`: no sub-account may.
 */
export type SubAccountNeed = AccountRights | 'keys' | 'main'

/**
 * The table of products 7: what each call that changes something needs, the first row that begins
 * its path. A call without a row needs a main account.
 */
const NEEDS: readonly (readonly [prefix: string, need: SubAccountNeed])[] = [
  // Of the session itself and of who is logged in.
  ['/v1/user/device/', 'view'],
  ['/v1/user/security/stepUp', 'view'],
  ['/v1/user/securityVerify', 'view'],
  ['/v1/user/security/sessions/', 'view'],
  ['/v1/user/security/devices/', 'view'],
  ['/v1/user/security/history/', 'view'],
  ['/v1/user/security/totp/', 'view'],
  ['/v1/user/security/secondFactor', 'view'],
  ['/v1/user/security/fido2/', 'view'],
  ['/v1/user/security/antiphishing', 'view'],
  ['/v1/user/password/', 'view'],
  ['/v1/user/recovery/', 'view'],
  ['/v1/user/notice/', 'view'],
  ['/v1/user/alert/', 'view'],
  ['/v1/user/preferences', 'view'],
  ['/v1/user/qr/', 'view'],
  // The switches find out for themselves which accounts the session may enter.
  ['/v1/user/sub-account/switch', 'view'],
  ['/v1/user/sub-account/switLogin', 'view'],
  ['/v1/user/api/', 'keys'],
  ['/v1/spot/order/', 'trade'],
  ['/v1/spot/algo/', 'trade'],
  ['/v1/spot/paper/', 'trade'],
  ['/v1/paper/', 'trade'],
  ['/v1/futures/', 'trade'],
  ['/v1/margin/', 'trade'],
  ['/v1/convert/', 'trade'],
  ['/v1/asset/move', 'trade'],
  ['/v1/asset/transfer', 'full'],
  // A read by POST.
  ['/v1/spot/withdraw/batchQuery', 'view'],
  // Changes of the main account and what leaves it.
  ['/v1/spot/withdraw/', 'main'],
  ['/v1/asset/book/', 'main'],
  ['/v1/asset/send', 'main'],
  ['/v1/swap/', 'main'],
  ['/v1/earn/', 'main'],
  ['/v1/copy/', 'main'],
  ['/v1/redpacket/', 'main'],
  ['/v1/p2p/', 'main'],
  ['/v1/ops/', 'main'],
  ['/v1/user/sub-account/', 'main'],
  ['/v1/user/security/', 'main'],
  ['/v1/user/account/', 'main'],
  ['/v1/user/verification/', 'main'],
]

interface Call {
  readonly method: string
  readonly path: string
}

/** Reads that are more than looking on. */
const READS: Readonly<Record<string, SubAccountNeed>> = {
  '/v1/asset/deposit/address': 'full',
}

/** Calls that have a row of the table. */
export const hasSubAccountRow = ({ path }: Pick<Call, 'path'>): boolean =>
  NEEDS.some(([prefix]) => path.startsWith(prefix))

/** What a sub-account needs to call an endpoint. */
export function subAccountNeed({ method, path }: Call): SubAccountNeed {
  if (method === 'GET') return READS[path] ?? 'view'
  return NEEDS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'main'
}

const ORDER: readonly SubAccountNeed[] = ['view', 'trade', 'full', 'keys', 'main']

/** Whether a sub-account with these rights may do what `need` says. */
export function allowsSubAccount(
  need: SubAccountNeed,
  { rights, mayUseKeys }: { readonly rights: AccountRights; readonly mayUseKeys: boolean },
): boolean {
  if (need === 'main') return false
  if (need === 'keys') return mayUseKeys && rights === 'full'
  return ORDER.indexOf(need) <= ORDER.indexOf(rights)
}
