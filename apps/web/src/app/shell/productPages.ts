/** Products beside the terminals: the page and the text of each. */
export const PRODUCT_PAGES = [
  ['/copy-trading', 'product.copy'],
  ['/p2p', 'product.p2p'],
  ['/earn', 'product.earn'],
  ['/convert', 'convert.title'],
  ['/swap', 'swap.title'],
  ['/redpacket', 'product.redPacket'],
  ['/referral', 'product.referral'],
] as const

/** Pages about the exchange. */
export const SERVICE_PAGES = [
  ['/help', 'product.help'],
  ['/fee', 'product.fees'],
  ['/vip/vipIntroduce', 'product.vip'],
  ['/proof-of-reserves', 'reserves.title'],
  ['/download', 'product.download'],
] as const
