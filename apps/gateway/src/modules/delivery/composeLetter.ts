import { readdirSync, readFileSync } from 'node:fs'
import product from '../../../../product.json' with { type: 'json' }
import type { NoticeMessage, OutgoingMessage, SecurityMessage } from './ports/MessageSender.ts'
import type { Letter } from './ports/Transport.ts'

/** The texts of one language; `{code}`, `{time}` and `{product}` are replaced. */
export type MailTexts = Readonly<Record<string, string>>

/** The texts of all languages by locale. */
export function readMailTexts(
  folder: URL = new URL('../../../mail/', import.meta.url),
): ReadonlyMap<string, MailTexts> {
  return new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [
        file.slice(0, -'.json'.length),
        JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as MailTexts,
      ]),
  )
}

/** Says a text of the language, or of English where that lacks it. */
type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

function translator(
  texts: ReadonlyMap<string, MailTexts>,
  language: string | undefined,
): Translate {
  const own = texts.get(language ?? 'en')
  const english = texts.get('en')
  return (key, values = {}) =>
    (own?.[key] ?? english?.[key] ?? key).replace(
      /\{(\w+)\}/g,
      (_, name: string) => ({ product: product.name, ...values })[name] ?? '',
    )
}

/** Minutes are enough, and the zone is named: mail is read anywhere. */
const timeText = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export interface Composing {
  readonly texts: ReadonlyMap<string, MailTexts>
  /** The anti-phishing code of the reader. */
  readonly antiphishing: string | undefined
  /** The site's own address, which links begin with. */
  readonly origin: string | undefined
}

/**
 * The message in its reader's language. Mail carries the reader's anti-phishing code; a text
 * message is one line without it, because its sender may be forged beside real ones.
 */
export function composeLetter(
  message: OutgoingMessage,
  { texts, antiphishing, origin }: Composing,
): Omit<Letter, 'id'> {
  const translate = translator(texts, message.language)
  const title = message.scene === 'notice' ? noticeTitle(message) : translate(message.scene)
  const lines = linesOf(message)
  const isMail = message.channel === 'email'
  const shown = [
    ...lines,
    ...(isMail && antiphishing !== undefined ? [translate('phrase', { code: antiphishing })] : []),
  ]
  return {
    to: message.to,
    subject: `${product.name}: ${title}`,
    text: isMail
      ? `${[title, ...shown].join('\n\n')}\n`
      : `${product.name}: ${title}. ${shown.join(' ')}`,
    html: htmlOf([title, ...shown], message.language),
  }

  /** The side of an order is a word of the language. */
  function noticeTitle({ text, values: { side, ...values } }: NoticeMessage): string {
    return translate(text, side === undefined ? values : { ...values, side: translate(side) })
  }
  function linesOf(message: OutgoingMessage): string[] {
    if ('code' in message) return codeLines(message.code)
    if (message.scene !== 'notice') return eventLines(message)
    const { at, path } = message
    const time = translate('time', { time: timeText(at) })
    return origin === undefined ? [time] : [time, translate('manage'), `${origin}${path}`]
  }
  function codeLines(code: string): string[] {
    return [`${translate('codeIs')} ${code}`, translate('codeValid')]
  }
  function eventLines({ at, effectiveAt, isHeld, path }: SecurityMessage) {
    return [
      translate('time', { time: timeText(at) }),
      ...(isHeld === true ? [translate('held')] : []),
      ...(effectiveAt === undefined
        ? [translate('notYou')]
        : [translate('waits', { time: timeText(effectiveAt) })]),
      ...(path === undefined || origin === undefined ? [] : [`${origin}${path}`]),
    ]
  }
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar'])

/** No picture, no script, no link but as text: what a mail of a bank looks like too. */
function htmlOf([title = '', ...lines]: readonly string[], language = 'en'): string {
  const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
  const paragraphs = lines.map((line) => `<p>${escaped(line)}</p>`).join('')
  return (
    `<!doctype html><html lang="${escaped(language)}" dir="${direction}"><body>` +
    `<h1>${escaped(title)}</h1>${paragraphs}</body></html>`
  )
}
