export {
  compileCatalogs,
  type CompileOptions,
  type CompileResult,
  DEFAULT_TAGS,
} from '../compiler/compileCatalogs.ts'
export {
  compileFolder,
  type CompileFolderOptions,
  type CompileFolderResult,
} from '../compiler/compileFolder.ts'
export { type Finding, type FindingRule, printFinding } from '../compiler/findings.ts'
export type { ModuleForm } from '../compiler/moduleForm.ts'
export { PSEUDO_LOCALES, type PseudoLocale } from '../compiler/pseudo.ts'
