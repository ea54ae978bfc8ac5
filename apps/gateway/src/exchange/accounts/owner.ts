/** The accounts of one user. `spot` is the default: its owner is the user alone. */
export type AccountType = 'spot' | 'futures' | 'margin'
/** Of an isolated futures position; `net` where a symbol has one position for both directions. */
export type PositionSide = 'long' | 'short' | 'net'

/**
 * Whose an account is. A user has an owner for each account type, and one for each isolated
 * position or isolated margin symbol: their funds never mix.
 */
export type Owner =
  | { readonly kind: 'user'; readonly userId: string; readonly type: AccountType }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly type: 'futures'
      readonly symbol: string
      readonly side: PositionSide
    }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly type: 'margin'
      readonly symbol: string
    }
  /** What a margin account has borrowed: below zero by the loan. */
  | { readonly kind: 'debt'; readonly userId: string; readonly symbol?: string }
  /** The other side of all futures positions in a symbol. */
  | { readonly kind: 'clearing'; readonly symbol: string }
  /** The insurance fund of a product. */
  | { readonly kind: 'fund'; readonly product: string }
  /** The mirror of the coins on a network: below zero by what users have deposited. */
  | { readonly kind: 'chain'; readonly network: string }
  /** Withdrawals between approval and completion. */
  | { readonly kind: 'pending'; readonly of: 'withdraw' }
  /** The principal of an earn product. */
  | { readonly kind: 'earn'; readonly product: string }
  /** What a pool of web3 swaps has of both of its assets. */
  | { readonly kind: 'swap'; readonly pool: string }
  /** Coins of a P2P advert that sells, and of the open orders of any advert. */
  | { readonly kind: 'p2p'; readonly advert: string }
  /** The funds that a lead trader trades with, and what a follower has a lead copied with. */
  | { readonly kind: 'lead' | 'copy'; readonly id: string }
  | { readonly kind: SingleOwner }

/** Owners of which there is one. */
type SingleOwner = (typeof SINGLE_OWNERS)[number]
export type OwnerKind = Owner['kind']

const SINGLE_OWNERS = [
  'house',
  'fees',
  /** The other side of demonstration funds, paper funds and top-ups. */
  'issuance',
  /** What may be lent, and what is. */
  'pool',
  'lent',
  'treasury',
  /** Red packets that are open. */
  'redpacket',
  /** Pays the interest of earn products. */
  'earnPool',
  'protection',
] as const

export const HOUSE_ACCOUNT = 'house'
export const FEES = 'fees'
export const ISSUANCE = 'issuance'

/** Their debt is what others own. Nobody else may be below zero: no user, fund or pool. */
export const KINDS_BELOW_ZERO: readonly OwnerKind[] = [
  'house',
  'fees',
  'issuance',
  'clearing',
  'debt',
  'chain',
]

const SPOT = 'user:'

/** The owner of a user's spot accounts. */
export const spotOwner = (userId: string): string => `${SPOT}${userId}`

/** What `spotOwner` makes the owner of; `undefined`: no accounts of users. */
export const afterSpotOwner = (owner: string): string | undefined =>
  owner.startsWith(SPOT) ? owner.slice(SPOT.length) : undefined

/** Whether a balance of this owner may be below zero. */
export const mayGoNegative = (owner: string): boolean =>
  // Most are users', and every entry asks.
  !owner.startsWith('user:') && (KINDS_BELOW_ZERO as readonly string[]).includes(kindOf(owner))

/** The user whose account it is, of whatever type; `undefined` for an owner that is no user. */
export function userIdOf(owner: string): string | undefined {
  const parsed = parseOwner(owner)
  return parsed.kind === 'user' ? parsed.userId : undefined
}

/**
 * The text that names an owner in memory, in snapshots and in the ledger: `user:7`,
 * `user:7/futures`, `user:7/futures/BTCUSDT/long`, `user:7/margin/BTCUSDT`, `debt:7/margin`,
 * `clearing:BTCUSDT`, `fund:futures`, `chain:evm-a`, `house`.
 * @throws RangeError for a name that could not be read back
 */
export function formatOwner(owner: Owner): string {
  const text = textOf(owner)
  const readBack = parseOwner(text)
  const [userId, found] = [owner, readBack].map((each) => ('userId' in each ? each.userId : ''))
  if (userId !== found) throw new RangeError(`${text} would be read as another owner.`)
  return text
}

function textOf(owner: Owner): string {
  switch (owner.kind) {
    case 'user':
      if (owner.type === 'spot') return spotOwner(owner.userId)
      return [
        `user:${owner.userId}`,
        owner.type,
        ...('symbol' in owner ? [owner.symbol] : []),
        ...('side' in owner ? [owner.side] : []),
      ].join('/')
    case 'debt':
      return [
        `debt:${owner.userId}`,
        'margin',
        ...(owner.symbol === undefined ? [] : [owner.symbol]),
      ].join('/')
    case 'clearing':
      return `clearing:${owner.symbol}`
    case 'fund':
    case 'earn':
      return `${owner.kind}:${owner.product}`
    case 'chain':
      return `chain:${owner.network}`
    case 'pending':
      return `pending:${owner.of}`
    case 'swap':
      return `swap:${owner.pool}`
    case 'p2p':
      return `p2p:${owner.advert}`
    case 'lead':
    case 'copy':
      return `${owner.kind}:${owner.id}`
    default:
      return owner.kind
  }
}

/** Reads the text of `formatOwner`. @throws RangeError for a text that names no owner */
export function parseOwner(text: string): Owner {
  const kind = kindOf(text)
  const owner = kind === text ? singleOwner(text) : namedOwner(kind, text.slice(kind.length + 1))
  if (!owner) throw new RangeError(`${text} is no owner of accounts.`)
  return owner
}

function kindOf(text: string): string {
  const end = text.indexOf(':')
  return end < 0 ? text : text.slice(0, end)
}

function singleOwner(text: string): Owner | undefined {
  const kind = SINGLE_OWNERS.find((single) => single === text)
  return kind && { kind }
}

function namedOwner(kind: string, name: string): Owner | undefined {
  if (name === '') return undefined
  switch (kind) {
    case 'user':
      return userOwner(name.split('/'))
    case 'debt':
      return debtOwner(name.split('/'))
    case 'clearing':
      return { kind, symbol: name }
    case 'fund':
    case 'earn':
      return { kind, product: name }
    case 'chain':
      return { kind, network: name }
    case 'swap':
      return { kind, pool: name }
    case 'p2p':
      return { kind, advert: name }
    case 'lead':
    case 'copy':
      return { kind, id: name }
    case 'pending':
      return name === 'withdraw' ? { kind, of: name } : undefined
    default:
      return undefined
  }
}

function userOwner(parts: readonly string[]): Owner | undefined {
  const [userId = '', type, ...place] = parts
  if (parts.includes('')) return undefined
  if (type === undefined) return { kind: 'user', userId, type: 'spot' }
  if (type !== 'futures' && type !== 'margin') return undefined
  if (place.length === 0) return { kind: 'user', userId, type }
  // A symbol may have a slash of its own: `usdt/BTCUSDT`.
  if (type === 'margin') return { kind: 'user', userId, type, symbol: place.join('/') }
  const side = place.at(-1)
  const symbol = place.slice(0, -1).join('/')
  return symbol !== '' && isPositionSide(side)
    ? { kind: 'user', userId, type, symbol, side }
    : undefined
}

function debtOwner(parts: readonly string[]): Owner | undefined {
  const [userId = '', type, ...place] = parts
  if (parts.includes('') || type !== 'margin') return undefined
  return { kind: 'debt', userId, ...(place.length > 0 ? { symbol: place.join('/') } : {}) }
}

const isPositionSide = (text: string | undefined): text is PositionSide =>
  text === 'long' || text === 'short' || text === 'net'
