import type { Notice } from '@x/api'

/** An announcement as the server sends it; every text in it was written by others. */
export type { Notice }

/** Reads `data` of `GET /v1/mix/notice/list`; entries of another shape are left out. */
export function parseNotices(data: unknown): readonly Notice[] {
  const { items } = fieldsOf(data)
  return Array.isArray(items) ? items.flatMap((item) => parseNotice(fieldsOf(item)) ?? []) : []
}

function parseNotice({
  noticeId,
  publishedAt,
  title,
  body,
  link,
  image,
}: Fields): Notice | undefined {
  if (
    !isText(noticeId) ||
    typeof publishedAt !== 'number' ||
    !isText(title) ||
    typeof body !== 'string'
  )
    return undefined
  const { href, text } = fieldsOf(link)
  const { src, alt } = fieldsOf(image)
  return {
    noticeId,
    publishedAt,
    title,
    body,
    ...(isText(href) && isText(text) ? { link: { href, text } } : {}),
    ...(isText(src) && typeof alt === 'string' ? { image: { src, alt } } : {}),
  }
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown) => (value ?? {}) as Fields
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
