import { formatDeclarations, formatModule } from './formatModule.ts'
import {
  loadersDeclarations,
  loadersModule,
  localeDeclarations,
  localeModule,
  type ModuleMessage,
} from './localeModule.ts'
import { messagesInterface } from './messagesInterface.ts'
import type { ModuleForm } from './moduleForm.ts'
import type { CatalogPart } from './partTexts.ts'

/**
 * The texts of one module, and whether its arguments are isolated against the direction around
 * them.
 */
export interface Bundle {
  readonly locale: string
  readonly messages: readonly ModuleMessage[]
  readonly isolate: boolean
}

/**
 * File name -> text, of one part: one module a bundle, the interface, the loaders and, beside the
 * texts of no part, the format.
 */
export function writeModules(
  bundles: readonly Bundle[],
  { folder, source, form }: CatalogPart & { readonly form: ModuleForm },
): Map<string, string> {
  const locales = bundles.map(({ locale }) => locale)
  const files = new Map(
    bundles.map(({ locale, messages, isolate }) => [
      `${locale}.${form}`,
      localeModule(
        messages.filter(({ id }) => source.has(id)),
        { form, isolate },
      ),
    ]),
  )
  files.set(`loaders.${form}`, loadersModule(locales, form))
  if (folder === '') files.set(`format.${form}`, formatModule(form))
  // The interface holds types only: a module where TypeScript runs, a declaration where JavaScript
  // does.
  files.set(form === 'ts' ? 'messages.ts' : 'messages.d.ts', messagesInterface(source))
  if (form === 'js') {
    for (const locale of locales) files.set(`${locale}.d.ts`, localeDeclarations())
    files.set('loaders.d.ts', loadersDeclarations(locales))
    if (folder === '') files.set('format.d.ts', formatDeclarations())
  }
  return new Map(
    [...files].map(([name, text]) => [folder === '' ? name : `${folder}/${name}`, text]),
  )
}
