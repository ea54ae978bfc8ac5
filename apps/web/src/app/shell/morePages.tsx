import { type ComponentType, Suspense } from 'react'
import { type RouteObject, useRoutes } from 'react-router'
import { page, pageWithTexts } from '../../lib/lazy/page.tsx'
import { PageSkeleton } from '../../lib/lazy/PageSkeleton.tsx'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { MobileFrame } from '../../features/mobile-trade/index.ts'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import { ACCOUNT_PAGES } from './accountPages.tsx'

/** A page with the texts of the products beside trading. */
const productPage = (load: () => Promise<ComponentType>) => (
  <ProductTexts fetchPage={load}>{page(load)}</ProductTexts>
)

/** A page of its own for phones, without the site's navigation around it. */
const mobilePage = (load: () => Promise<ComponentType>) => (
  <MarginTexts fetchPage={load}>
    <MobileFrame>{page(load)}</MobileFrame>
  </MarginTexts>
)

const vip = productPage(async () => (await import('../../features/vip/VipPages.tsx')).VipPages)
const redPackets = productPage(
  async () => (await import('../../features/red-packets/RedPacketPages.tsx')).RedPacketPages,
)
const announcements = productPage(
  async () => (await import('../../features/notices/AnnouncementPages.tsx')).AnnouncementPages,
)
const copyTrading = pageWithTexts(
  async () => (await import('../../features/copy-trading/CopyPages.tsx')).CopyPages,
)
const p2p = pageWithTexts(async () => (await import('../../features/p2p/P2pPages.tsx')).P2pPages)
const assets = pageWithTexts(
  async () => (await import('../../features/assets/AssetPages.tsx')).AssetPages,
)

const futures = page(
  async () => (await import('../../features/futures-records/FuturesPages.tsx')).FuturesPages,
)

const margin = page(async () => (await import('../../features/margin/MarginPages.tsx')).MarginPages)

const reserves = page(
  async () => (await import('../../features/reserves/ReservesPages.tsx')).ReservesPages,
)

const deposit = pageWithTexts(
  async () => (await import('../../features/deposit/DepositEntry.tsx')).DepositEntry,
)

const withdraw = pageWithTexts(
  async () => (await import('../../features/withdraw/WithdrawPages.tsx')).WithdrawPages,
)

const apiKeys = pageWithTexts(
  async () => (await import('../../features/account/ApiKeysPage.tsx')).ApiKeysPage,
)

const payments = pageWithTexts(
  async () => (await import('../../features/payments/PaymentPages.tsx')).PaymentPages,
)

const tradeSpotPage = mobilePage(
  async () => (await import('../../features/mobile-trade/TradePages.tsx')).TradeSpotPage,
)
const tradeMarginPage = mobilePage(
  async () => (await import('../../features/mobile-trade/TradePages.tsx')).TradeMarginPage,
)
const tradeSwapPage = mobilePage(
  async () => (await import('../../features/futures/TradeSwapPage.tsx')).TradeSwapPage,
)
const tradeInfoPage = mobilePage(
  async () => (await import('../../features/mobile-trade/TradePages.tsx')).TradeInfoPage,
)
const tradeAssetOrderPage = mobilePage(
  async () => (await import('../../features/mobile-trade/TradePages.tsx')).TradeAssetOrderPage,
)
/** The pages beside those of the entry, each loaded when it is first shown. */
export const MORE_PAGES: readonly RouteObject[] = [
  {
    path: 'login/third/:provider',
    element: pageWithTexts(
      async () => (await import('../../features/third/ThirdLoginPage.tsx')).ThirdLoginPage,
    ),
  },
  {
    path: 'account/setting/third/:provider',
    element: pageWithTexts(
      async () => (await import('../../features/account/BindThirdPage.tsx')).BindThirdPage,
    ),
  },
  ...ACCOUNT_PAGES,
  { path: 'account/newapi', element: apiKeys },
  { path: 'subaccount/setting/api', element: apiKeys },
  ...['trade-spot', 'trade-spot/:symbol'].map((path) => ({ path, element: tradeSpotPage })),
  ...['trade-margin', 'trade-margin/:symbol'].map((path) => ({ path, element: tradeMarginPage })),
  ...['trade-swap', 'trade-swap/:symbol'].map((path) => ({ path, element: tradeSwapPage })),
  ...['trade-info', 'trade-info/:symbol'].map((path) => ({ path, element: tradeInfoPage })),
  ...['trade-asset-order', 'trade-asset-order/:symbol'].map((path) => ({
    path,
    element: tradeAssetOrderPage,
  })),
  {
    path: 'trade-asset',
    element: mobilePage(
      async () => (await import('../../features/mobile-trade/TradeAssetPage.tsx')).TradeAssetPage,
    ),
  },
  { path: 'asset', element: assets },
  { path: 'asset/spot', element: assets },
  { path: 'asset/transfer', element: assets },
  { path: 'asset/deposit', element: deposit },
  { path: 'asset/withdraw', element: withdraw },
  { path: 'asset/book', element: withdraw },
  { path: 'asset/records', element: withdraw },
  ...['asset/send', 'convert', 'swap'].map((path) => ({ path, element: payments })),
  {
    path: 'transac',
    element: pageWithTexts(
      async () => (await import('../../features/statement/StatementPage.tsx')).StatementPage,
    ),
  },
  {
    path: 'record/exchange',
    element: pageWithTexts(
      async () => (await import('../../features/records/RecordsPage.tsx')).RecordsPage,
    ),
  },
  ...['asset/futures', 'order/mcp', 'record/mcp', 'record/mcp/:id', 'futures/proof'].map(
    (path) => ({
      path,
      element: futures,
    }),
  ),
  ...['asset/margin', 'order/marginOrderInfo', 'record/margin'].map((path) => ({
    path,
    element: margin,
  })),
  { path: 'proof-of-reserves', element: reserves },
  { path: 'protection-fund', element: reserves },
  { path: 'redpacket', element: redPackets },
  { path: 'redpacket/:code', element: redPackets },
  { path: 'redpacket/detail/:packetId', element: redPackets },
  {
    path: 'earn',
    element: productPage(async () => (await import('../../features/earn/EarnPage.tsx')).EarnPage),
  },
  ...['p2p', 'p2p/orders', 'p2p/orders/:orderId', 'p2p/adverts', 'p2p/payments'].map((path) => ({
    path,
    element: p2p,
  })),
  {
    path: 'referral',
    element: productPage(
      async () => (await import('../../features/invitations/ReferralPage.tsx')).ReferralPage,
    ),
  },
  {
    path: 'help',
    element: productPage(async () => (await import('../../features/help/HelpPage.tsx')).HelpPage),
  },
  { path: 'copy-trading', element: copyTrading },
  { path: 'copy-trading/:lead', element: copyTrading },
  { path: 'announcements', element: announcements },
  { path: 'announcements/:noticeId', element: announcements },
  { path: 'fee', element: vip },
  { path: 'vip/detail', element: vip },
  { path: 'vip/vipIntroduce', element: vip },
  {
    path: 'download',
    element: productPage(
      async () => (await import('../../features/download/DownloadPage.tsx')).DownloadPage,
    ),
  },
  {
    path: '*',
    element: page(
      async () => (await import('../../features/not-found/NotFoundPage.tsx')).NotFoundPage,
    ),
  },
]

/** The page of an address that the entry does not know. */
export function MorePages() {
  return <Suspense fallback={<PageSkeleton />}>{useRoutes([...MORE_PAGES])}</Suspense>
}
