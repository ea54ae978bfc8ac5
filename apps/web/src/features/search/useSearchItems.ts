import { useContracts } from '../../data/futures/contracts.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'
import { COINS } from '../../lib/coins/coins.ts'
import { useSearchMessages } from '../../lib/messages/messages.ts'
import { usePlace } from '../../lib/router/paths.ts'
import { pairItem, type SearchItem } from './searchItems.ts'

type Translate = ReturnType<typeof useSearchMessages>

/** Everything that can be found, and reached: paper mode has not every page. */
export function useSearchItems(): readonly SearchItem[] {
  const t = useSearchMessages()
  const place = usePlace()
  const pairs = useSymbols()
  const { data: contracts = [] } = useContracts()
  const named = (spec: Parameters<typeof pairItem>[0], detail: string) =>
    pairItem(spec, { detail, coin: COINS[spec.base]?.name })
  return [
    ...pairs.map((spec) => named(spec, t('shell.spot'))),
    ...contracts.map((spec) =>
      named(spec, t(spec.product === 'usdt' ? 'spot.usdtFutures' : 'spot.coinFutures')),
    ),
    ...pagesOf(t).filter(({ id }) => place(id) !== undefined),
    ...helpOf(t),
  ]
}

const pagesOf = (t: Translate): readonly SearchItem[] =>
  (
    [
      ['/', t('shell.home')],
      ['/markets', t('shell.markets')],
      ['/spot', t('shell.spot')],
      ['/futures', t('shell.futures')],
      ['/asset', t('shell.assets')],
      ['/asset/deposit', t('search.deposit')],
      ['/asset/withdraw', t('search.withdraw')],
      ['/asset/transfer', t('transfer.title')],
      ['/convert', t('convert.title')],
      ['/swap', t('swap.title')],
      ['/asset/send', t('send.title')],
      ['/record/exchange', t('records.title')],
      ['/order/mcp', t('search.futuresOrders')],
      ['/transac', t('search.statement')],
      ['/account/setting', t('account.security')],
      ['/account/newapi', t('account.apiKeys')],
      ['/account/sub-account', t('shell.subAccounts')],
      ['/copy-trading', t('product.copy')],
      ['/earn', t('product.earn')],
      ['/redpacket', t('product.redPacket')],
      ['/p2p/adverts', t('search.p2p')],
      ['/fee', t('product.fees')],
      ['/vip/vipIntroduce', t('product.vip')],
      ['/announcements', t('search.news')],
      ['/proof-of-reserves', t('reserves.title')],
      ['/download', t('product.download')],
    ] as const
  ).map(([path, title]) => ({
    kind: 'page',
    id: path,
    title,
    words: [path],
    path,
  }))

const helpOf = (t: Translate): readonly SearchItem[] =>
  (
    [
      ['oco', t('spot.type.oco'), t('guide.oco')],
      ['plan', t('spot.type.stop_limit'), t('guide.plan')],
      ['trailing', t('spot.type.trailing'), t('search.trailing')],
      ['iceberg', t('algo.iceberg'), t('search.icebergText')],
      ['twap', t('algo.twap'), t('search.twapText')],
      ['scaled', t('algo.scaled'), t('search.scaledText')],
      ['postOnly', t('spot.postOnly'), t('search.postOnlyText')],
      ['keys', t('tour.title'), t('tour.keys')],
      ['book', t('spot.book'), t('tour.book')],
      ['chart', t('spot.chart'), t('tour.chart')],
    ] as const
  ).map(([id, title, detail]) => ({ kind: 'help', id, title, detail, words: [] }))
