import { emitMessage, type EmitOptions } from './emitMessage.ts'
import { HEADER, type ModuleForm, typed } from './moduleForm.ts'
import type { Element } from './parseMessage.ts'
import { quote } from './quoteText.ts'

export interface ModuleMessage {
  readonly id: string
  readonly elements: readonly Element[]
  readonly rulesTag?: string | undefined
}

/** One language: `export default { id: text or function }`. */
export function localeModule(
  messages: readonly ModuleMessage[],
  { form, isolate }: Pick<EmitOptions, 'isolate'> & { readonly form: ModuleForm },
): string {
  const options = new Map<string, string>()
  const hoist = (value: Readonly<Record<string, unknown>>) => {
    const text = JSON.stringify(value)
    const name = options.get(text) ?? `o${options.size}`
    options.set(text, name)
    return name
  }
  const members = messages.map(
    ({ id, elements, rulesTag }) =>
      `  ${quote(id)}: ${emitMessage(elements, { hoist, isolate, rulesTag })},\n`,
  )
  const constants = [...options].map(
    ([text, name]) => `const ${name} = ${text}${typed(form, ' as const')}\n`,
  )
  return [
    HEADER,
    typed(form, "import type { Messages } from './messages.ts'\n"),
    '\n',
    ...constants,
    `const messages${typed(form, ': Messages')} = {\n`,
    ...members,
    '}\n\nexport default messages\n',
  ].join('')
}

const IMPORT_MESSAGES = "import type { Messages } from './messages.js'\n\n"

export function localeDeclarations(): string {
  return `${HEADER}${IMPORT_MESSAGES}declare const messages: Messages\nexport default messages\n`
}

/** `loaders`: one dynamic import a language, so that only the language in use is loaded. */
export function loadersModule(locales: readonly string[], form: ModuleForm): string {
  const members = locales.map(
    (locale) =>
      `  ${quote(locale)}: () => import('./${locale}.${form}').then((module) => module.default),\n`,
  )
  const type = `: ${loadersType(locales)}`
  const imported = typed(form, "import type { Messages } from './messages.ts'\n")
  const entries = members.join('')
  return `${HEADER}${imported}\nexport const loaders${typed(form, type)} = {\n${entries}}\n`
}

export function loadersDeclarations(locales: readonly string[]): string {
  return `${HEADER}${IMPORT_MESSAGES}export declare const loaders: ${loadersType(locales)}\n`
}

function loadersType(locales: readonly string[]): string {
  return `Readonly<Record<${locales.map(quote).join(' | ')}, () => Promise<Messages>>>`
}
