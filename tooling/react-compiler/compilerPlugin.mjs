// Compiles the widgets with the React Compiler on their way into a test, and reports what it did
// with each component and hook.
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)
const WIDGETS = path.resolve(import.meta.dirname, '../../packages/ui/src') + path.sep
const isWidget = (file) =>
  file.startsWith(WIDGETS) && /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

/**
 * @typedef {{ file: string, name: string, line: number, outcome: 'compiled' | 'left', reason?:
 * string }} Verdict
 */

/** @param {string} source @param {{ file: string, report: (verdict: Verdict) => void }} options */
export function compile(source, { file, report }) {
  const { transformSync } = require('@babel/core')
  const relative = path.relative(WIDGETS, file)
  const logEvent = (_, event) => {
    if (event.kind === 'CompileSuccess')
      report({
        file: relative,
        name: event.fnName ?? '(unnamed)',
        line: event.fnLoc?.start.line ?? 0,
        outcome: 'compiled',
      })
    if (event.kind === 'CompileError')
      report({
        file: relative,
        name: '',
        line: event.fnLoc?.start.line ?? 0,
        outcome: 'left',
        reason: event.detail?.options?.reason ?? event.detail?.reason ?? String(event.detail),
      })
    if (event.kind === 'CompileSkip' || event.kind === 'PipelineError')
      report({
        file: relative,
        name: event.fnName ?? '',
        line: event.fnLoc?.start.line ?? 0,
        outcome: 'left',
        reason: event.reason ?? event.data,
      })
  }
  return transformSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    sourceMaps: true,
    parserOpts: { plugins: ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])] },
    plugins: [
      [
        require('babel-plugin-react-compiler'),
        { target: '19', panicThreshold: 'none', logger: { logEvent } },
      ],
    ],
  })
}

/** @returns {import('vite').Plugin} */
export const reactCompiler = ({ report = () => {} } = {}) => ({
  name: 'react-compiler',
  enforce: 'pre',
  transform(source, id) {
    const file = id.split('?')[0] ?? id
    if (!isWidget(file)) return null
    const compiled = compile(source, { file, report })
    return compiled && { code: compiled.code ?? source, map: compiled.map }
  },
})

export { isWidget, WIDGETS }
