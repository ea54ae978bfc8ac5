/** An announcement as the server sends it; every text in it was written by others. */
export interface Notice {
  readonly noticeId: string
  readonly publishedAt: number
  readonly title: string
  readonly body: string
  readonly link: { readonly href: string; readonly text: string } | undefined
  readonly image: { readonly src: string; readonly alt: string } | undefined
}

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
    link: isText(href) && isText(text) ? { href, text } : undefined,
    image: isText(src) && typeof alt === 'string' ? { src, alt } : undefined,
  }
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown) => (value ?? {}) as Fields
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
