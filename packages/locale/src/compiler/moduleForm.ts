/**
 * `ts`: TypeScript modules that run under type stripping and any bundler. `js`: plain modules with
 * a declaration file beside each.
 */
export type ModuleForm = 'ts' | 'js'

/** First line of every file that the compiler writes, and how it knows its own files again. */
export const HEADER = '// Written by x-locale from the message catalogs. Do not edit.\n'

/** Types appear only in the TypeScript form. */
export function typed(form: ModuleForm, text: string): string {
  return form === 'ts' ? text : ''
}
