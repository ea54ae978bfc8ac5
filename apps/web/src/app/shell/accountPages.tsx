import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { NoticeMailTexts } from '../../lib/lazy/NoticeMailTexts.tsx'
import { page } from '../../lib/lazy/page.tsx'

/** A page with the texts of what guards an account. */
const guardPage = (load: () => Promise<ComponentType>) => (
  <GuardTexts fetchPage={load}>{page(load)}</GuardTexts>
)

const guard = guardPage(
  async () => (await import('../../features/account/GuardPage.tsx')).GuardPage,
)

const qr = guardPage(
  async () => (await import('../../features/account/QrDecidePage.tsx')).QrDecidePage,
)

const fetchNoticeMail = async () =>
  (await import('../../features/account/NoticeMailPage.tsx')).NoticeMailPage

/** Recovery, sub-accounts, and what guards an account: the same in a main and in a sub-account. */
export const ACCOUNT_PAGES: readonly RouteObject[] = [
  {
    path: 'forgot-password',
    element: guardPage(
      async () => (await import('../../features/recovery/ForgotPage.tsx')).ForgotPage,
    ),
  },
  {
    path: 'modifyverification',
    element: guardPage(
      async () => (await import('../../features/account/ModifyPage.tsx')).ModifyPage,
    ),
  },
  {
    path: 'account/setting',
    element: guardPage(
      async () => (await import('../../features/account/SettingsPage.tsx')).SettingsPage,
    ),
  },
  {
    path: 'account/sub-account',
    element: guardPage(
      async () => (await import('../../features/account/SubAccountsPage.tsx')).SubAccountsPage,
    ),
  },
  {
    path: 'subaccount/setting',
    element: guardPage(
      async () => (await import('../../features/account/SubSettingsPage.tsx')).SubSettingsPage,
    ),
  },
  {
    path: 'account/setting/mail',
    element: <NoticeMailTexts fetchPage={fetchNoticeMail}>{page(fetchNoticeMail)}</NoticeMailTexts>,
  },
  ...['account/setting/qr', 'qr'].map((path) => ({ path, element: qr })),
  ...[
    'account/setting/password',
    'account/setting/antiphishing',
    'account/setting/history',
    'account/setting/devices',
    'subaccount/setting/password',
    'subaccount/setting/antiphishing',
    'subaccount/setting/history',
    'subaccount/setting/devices',
  ].map((path) => ({ path, element: guard })),
]
