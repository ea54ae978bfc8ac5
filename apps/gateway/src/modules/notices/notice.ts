/**
 * What a notice says in one language. `body` is HTML of the operator's editor: nobody has cleaned
 * it, clients must.
 */
export interface NoticeText {
  readonly title: string
  readonly body: string
  readonly link?: { readonly href: string; readonly text: string }
  readonly image?: { readonly src: string; readonly alt: string }
}

export interface Notice {
  readonly noticeId: string
  /** Milliseconds since the epoch; shown from then on. */
  readonly publishedAt: number
  /** No longer shown from then on. */
  readonly until?: number
  /**
   * By `languageType` (spec section 3), or by locale where that has no number; English, 0, is there
   * for every other language.
   */
  readonly texts: Readonly<Record<string, NoticeText>>
}

const ENGLISH = '0'
const MOST_SHOWN = 20

/** The notices of the moment in the first of `languages` that they have, the newest first. */
export function noticesAt(
  notices: readonly Notice[],
  { now, languages }: { readonly now: number; readonly languages: readonly (string | undefined)[] },
) {
  const textIn = (texts: Notice['texts']) =>
    texts[
      languages.find((language) => language !== undefined && Object.hasOwn(texts, language)) ??
        ENGLISH
    ]
  return notices
    .filter(
      ({ publishedAt, until = Number.POSITIVE_INFINITY }) => publishedAt <= now && now < until,
    )
    .toSorted((one, other) => other.publishedAt - one.publishedAt)
    .slice(0, MOST_SHOWN)
    .flatMap(({ noticeId, publishedAt, texts }) => {
      const text = textIn(texts)
      return text ? [{ noticeId, publishedAt, ...text }] : []
    })
}

/** Reads the operator's list. @throws Error that names the place that is wrong. */
export function parseNotices(value: unknown): Notice[] {
  if (!Array.isArray(value)) throw new Error('The notices are no JSON list.')
  const notices = value.map((item, at) => parseNotice(fieldsOf(item, `[${at}]`), `[${at}]`))
  const twice = notices.find(
    ({ noticeId }, at) => notices.findIndex((other) => other.noticeId === noticeId) !== at,
  )
  if (twice)
    throw new Error(`The notices have the noticeId ${JSON.stringify(twice.noticeId)} twice.`)
  return notices
}

function parseNotice({ noticeId, publishedAt, until, texts }: Fields, place: string): Notice {
  const given = fieldsOf(texts, `${place}.texts`)
  const read = Object.entries(given).map(
    ([language, text]) =>
      [
        language,
        parseText(fieldsOf(text, `${place}.texts.${language}`), `${place}.texts.${language}`),
      ] as const,
  )
  if (!Object.hasOwn(given, ENGLISH)) throw wrong(`${place}.texts.${ENGLISH}`)
  return {
    noticeId: textOf(noticeId, { place: `${place}.noticeId`, most: 64 }),
    publishedAt: timeOf(publishedAt, `${place}.publishedAt`),
    ...(until === undefined ? {} : { until: timeOf(until, `${place}.until`) }),
    texts: Object.fromEntries(read),
  }
}

function parseText({ title, body, link, image }: Fields, place: string): NoticeText {
  const read = (
    fields: Fields,
    {
      name,
      most,
      at = place,
    }: { readonly name: string; readonly most: number; readonly at?: string },
  ) => textOf(fields[name], { place: `${at}.${name}`, most })
  const linkOf = (fields: Fields, at: string) => ({
    href: read(fields, { name: 'href', most: 2_000, at }),
    text: read(fields, { name: 'text', most: 200, at }),
  })
  const imageOf = (fields: Fields, at: string) => ({
    src: read(fields, { name: 'src', most: 65_536, at }),
    alt: read(fields, { name: 'alt', most: 500, at }),
  })
  return {
    title: textOf(title, { place: `${place}.title`, most: 200 }),
    body: textOf(body, { place: `${place}.body`, most: 65_536 }),
    ...(link === undefined
      ? {}
      : { link: linkOf(fieldsOf(link, `${place}.link`), `${place}.link`) }),
    ...(image === undefined
      ? {}
      : { image: imageOf(fieldsOf(image, `${place}.image`), `${place}.image`) }),
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place)
  return value as Fields
}

function textOf(
  value: unknown,
  { place, most }: { readonly place: string; readonly most: number },
): string {
  if (typeof value !== 'string' || value === '' || value.length > most) throw wrong(place)
  return value
}

/** Milliseconds, or a date as text. */
function timeOf(value: unknown, place: string): number {
  const time = typeof value === 'string' ? Date.parse(value) : value
  if (typeof time !== 'number' || !Number.isFinite(time)) throw wrong(place)
  return time
}

function wrong(place: string): Error {
  return new Error(`The notices have a wrong value at ${place}.`)
}
