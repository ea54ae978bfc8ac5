import product from '../../../../product.json' with { type: 'json' }
import type { MessageId } from '../../generated/messages/messages.ts'
import type { MessageId as PageMessageId } from '../../generated/messages/pages/messages.ts'
import type { MessageId as ProductMessageId } from '../../generated/messages/products/messages.ts'

/** A product page's head says what the page itself does. */
type ProductTitle = MessageId & `product.${string}`
type ProductLead = ProductMessageId & `${string}.lead`

/** What the head of a page says; `pair` fills the texts that name one. */
export interface PageHead {
  /** Without the language prefix. */
  readonly path: string
  readonly title: (MessageId & `head.${string}.title`) | ProductTitle
  readonly description: (PageMessageId & `head.${string}.description`) | ProductLead
  readonly pair?: string
}

/**
 * The pairs that have a page of their own for search engines: those of the reference gateway.
 * Another gateway's further pairs work, unlisted.
 */
const SPOT_BASES = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'LTC', 'LINK', 'SHIB']

/** Pages of the products beside trading: the page writes its title itself, from its own texts. */
const PRODUCT_PAGES: readonly PageHead[] = [
  { path: '/earn', title: 'product.earn', description: 'earn.lead' },
  { path: '/redpacket', title: 'product.redPacket', description: 'redPacket.lead' },
  { path: '/fee', title: 'product.fees', description: 'fees.lead' },
  { path: '/vip/vipIntroduce', title: 'product.vip', description: 'vip.lead' },
  { path: '/help', title: 'product.help', description: 'help.lead' },
  { path: '/download', title: 'product.download', description: 'download.lead' },
]
const PRODUCT_SECTIONS = [
  'fee',
  'vip',
  'download',
  'redpacket',
  'copy-trading',
  'earn',
  'p2p',
  'help',
  'referral',
  'announcements',
  'proof-of-reserves',
  'protection-fund',
]

/** Whether the page at this path writes its own title. */
export const hasOwnTitle = (path: string): boolean =>
  PRODUCT_SECTIONS.includes(path.split('/')[1] ?? '')

/**
 * The pages that search engines may show. The build writes one file for each of them in each
 * language, the running app keeps the title in step.
 */
export const PUBLIC_PAGES: readonly PageHead[] = [
  { path: '/', title: 'head.home.title', description: 'head.home.description' },
  { path: '/markets', title: 'head.markets.title', description: 'head.markets.description' },
  ...SPOT_BASES.map((base): PageHead => ({
    path: `/spot/${base}USDT`,
    title: 'head.spot.title',
    description: 'head.spot.description',
    pair: `${base}/USDT`,
  })),
  { path: '/login', title: 'head.login.title', description: 'head.login.description' },
  { path: '/register', title: 'head.register.title', description: 'head.register.description' },
  ...PRODUCT_PAGES,
]

/** The product's name; `apps/product.json` is the only place to change it. */
export const PRODUCT = product.name

/** A title ends with the product's name. */
export function titleWith(text: string): string {
  return `${text} | ${PRODUCT}`
}
