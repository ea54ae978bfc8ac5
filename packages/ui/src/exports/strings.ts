export { uiStringsAr } from '../strings/ar.ts'
export { uiStringsEn } from '../strings/en.ts'
export { uiStringsZhCN } from '../strings/zhCN.ts'
export type { UiStrings } from '../strings/UiStrings.ts'
