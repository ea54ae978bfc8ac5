import { type ComponentType, lazy } from 'react'
import { Navigate, type RouteObject, useLocation } from 'react-router'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** A page under an address of its own elsewhere; the query goes along. */
function MovedTo({ path }: { path: string }) {
  const to = useLocalePath()
  const { search } = useLocation()
  return <Navigate to={to(path) + search} replace />
}

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

/** A page whose texts are loaded with it. */
const pageWithTexts = (load: () => Promise<ComponentType>) => (
  <PageTexts fetchPage={load}>{page(load)}</PageTexts>
)

/** The same with the texts of the products beside trading. */
const productPage = (load: () => Promise<ComponentType>) => (
  <ProductTexts fetchPage={load}>{page(load)}</ProductTexts>
)

const vip = productPage(async () => (await import('../../features/vip/VipPages.tsx')).VipPages)
const redPackets = productPage(
  async () => (await import('../../features/red-packets/RedPacketPages.tsx')).RedPacketPages,
)
const copyTrading = pageWithTexts(
  async () => (await import('../../features/copy-trading/CopyPages.tsx')).CopyPages,
)
const home = pageWithTexts(async () => (await import('../../features/home/HomePage.tsx')).HomePage)
const markets = pageWithTexts(
  async () => (await import('../../features/markets/MarketsPage.tsx')).MarketsPage,
)
const assets = pageWithTexts(
  async () => (await import('../../features/assets/AssetPages.tsx')).AssetPages,
)

const futures = page(
  async () => (await import('../../features/futures-records/FuturesPages.tsx')).FuturesPages,
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

const lastContract = page(
  async () => (await import('../../features/futures/FuturesEntry.tsx')).FuturesEntry,
)

/** Every page, loaded when it is first shown. Paths are without the language prefix. */
export const PAGES: readonly RouteObject[] = [
  { index: true, element: home },
  { path: 'markets', element: markets },
  {
    path: 'login',
    element: pageWithTexts(
      async () => (await import('../../features/login/LoginPage.tsx')).LoginPage,
    ),
  },
  {
    path: 'register',
    element: pageWithTexts(
      async () => (await import('../../features/register/RegisterPage.tsx')).RegisterPage,
    ),
  },
  {
    path: 'login/third/:provider',
    element: pageWithTexts(
      async () => (await import('../../features/third/ThirdLoginPage.tsx')).ThirdLoginPage,
    ),
  },
  {
    path: 'account/setting',
    element: pageWithTexts(
      async () => (await import('../../features/account/SettingsPage.tsx')).SettingsPage,
    ),
  },
  {
    path: 'account/setting/qr',
    element: pageWithTexts(
      async () => (await import('../../features/account/QrDecidePage.tsx')).QrDecidePage,
    ),
  },
  {
    path: 'account/setting/third/:provider',
    element: pageWithTexts(
      async () => (await import('../../features/account/BindThirdPage.tsx')).BindThirdPage,
    ),
  },
  {
    path: 'account/sub-account',
    element: pageWithTexts(
      async () => (await import('../../features/account/SubAccountsPage.tsx')).SubAccountsPage,
    ),
  },
  { path: 'account/newapi', element: apiKeys },
  { path: 'subaccount/setting/api', element: apiKeys },
  { path: 'modifyverification', element: <MovedTo path="/account/setting" /> },
  { path: 'qr', element: <MovedTo path="/account/setting/qr" /> },
  {
    path: 'spot',
    element: page(async () => (await import('../../features/spot/SpotEntry.tsx')).SpotEntry),
  },
  {
    path: 'spot/:symbol',
    element: page(async () => (await import('../../features/spot/SpotPage.tsx')).SpotPage),
  },
  ...['futures', 'futures/usdt', 'futures/coin'].map((path) => ({
    path,
    element: lastContract,
  })),
  {
    path: 'futures/usdt/:symbol',
    element: page(
      async () => (await import('../../features/futures/FuturesPage.tsx')).UsdtFuturesPage,
    ),
  },
  {
    path: 'futures/coin/:symbol',
    element: page(
      async () => (await import('../../features/futures/FuturesPage.tsx')).CoinFuturesPage,
    ),
  },
  {
    path: 'trade-swap',
    element: page(
      async () => (await import('../../features/futures/TradeSwapPage.tsx')).TradeSwapPage,
    ),
  },
  { path: 'asset', element: assets },
  { path: 'asset/spot', element: assets },
  { path: 'asset/transfer', element: assets },
  { path: 'asset/deposit', element: deposit },
  { path: 'asset/withdraw', element: withdraw },
  { path: 'asset/book', element: withdraw },
  { path: 'asset/records', element: withdraw },
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
  { path: 'redpacket', element: redPackets },
  { path: 'redpacket/:code', element: redPackets },
  { path: 'redpacket/detail/:packetId', element: redPackets },
  {
    path: 'earn',
    element: productPage(async () => (await import('../../features/earn/EarnPage.tsx')).EarnPage),
  },
  { path: 'copy-trading', element: copyTrading },
  { path: 'copy-trading/:lead', element: copyTrading },
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
