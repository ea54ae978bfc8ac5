import { formatDeclarations, formatModule } from './formatModule.ts'
import type { LanguageTexts } from './languageTexts.ts'
import { loadersDeclarations, loadersModule, localeDeclarations, localeModule, type ModuleMessage } from './localeModule.ts'
import { messagesInterface } from './messagesInterface.ts'
import type { ModuleForm } from './moduleForm.ts'

/** The texts of one module, and whether its arguments are isolated against the direction around them. */
export interface Bundle {
  readonly locale: string
  readonly messages: readonly ModuleMessage[]
  readonly isolate: boolean
}

/** File name -> text: one module a bundle, the interface, the loaders and the format. */
export function writeModules(bundles: readonly Bundle[], { source, form }: { readonly source: LanguageTexts; readonly form: ModuleForm }): Map<string, string> {
  const locales = bundles.map(({ locale }) => locale)
  const modules = new Map(bundles.map(({ locale, messages, isolate }) => [`${locale}.${form}`, localeModule(messages, { form, isolate })]))
  modules.set(`loaders.${form}`, loadersModule(locales, form))
  modules.set(`format.${form}`, formatModule(form))
  // The interface holds types only: a module where TypeScript runs, a declaration where JavaScript does.
  modules.set(form === 'ts' ? 'messages.ts' : 'messages.d.ts', messagesInterface(source))
  if (form === 'ts') return modules
  for (const locale of locales) modules.set(`${locale}.d.ts`, localeDeclarations())
  return modules.set('loaders.d.ts', loadersDeclarations(locales)).set('format.d.ts', formatDeclarations())
}
