import { api } from '@x/api'
import type { Clock } from '@x/kit'
import { route } from '../../platform/http/contractRoute.ts'
import { readPage } from '../../platform/http/page.ts'
import { type GatewayRequest, requireSession, type RouteSpec } from '../../platform/http/route.ts'
import { CURSOR } from './createUserNotices.ts'
import { noticesAt } from './notice.ts'
import type { NoticeMails } from './createNoticeMail.ts'
import type { NoticeSource } from './openNoticeSource.ts'
import type { NoticeReader, UserNotices } from './ports/UserNotices.ts'

const languagesOf = ({ query, headers }: GatewayRequest) => [
  headers['locale'],
  query['languageType'],
]

const readerOf = (request: GatewayRequest): NoticeReader => {
  const { userId, realm } = requireSession(request)
  return { userId, realm, languages: languagesOf(request) }
}

/** Announcements. Their HTML goes out as it was written; clients show it through a sanitiser. */
export const announcementRoute = ({
  source,
  clock,
}: {
  readonly source: NoticeSource
  readonly clock: Pick<Clock, 'now'>
}): RouteSpec =>
  route(api.configuration.notices, async (request) => ({
    items: noticesAt(await source.read(), { now: clock.now(), languages: languagesOf(request) }),
  }))

/** Notices of the session's user, in its realm. */
export const userNoticeRoutes = (notices: UserNotices): RouteSpec[] => [
  route(api.userNotices.list, async (request, params) => {
    const reader = readerOf(request)
    const page = await notices.list(reader, readPage(params, { cursorPattern: CURSOR }))
    return { ...page, unread: await notices.unread(reader) }
  }),
  route(api.userNotices.read, async (request, { noticeIds }) => {
    const reader = readerOf(request)
    await notices.read(reader, noticeIds)
    return { unread: await notices.unread(reader) }
  }),
]

/** Which notices of the session's user go by mail. */
export const noticeMailRoutes = (mails: NoticeMails): RouteSpec[] => [
  route(api.userNotices.mail, (request) => mails.settings(requireSession(request).userId)),
  route(api.userNotices.setMail, async (request, setting) => {
    const { userId } = requireSession(request)
    await mails.change(userId, setting)
    return mails.settings(userId)
  }),
]
