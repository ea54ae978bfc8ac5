import { defineConfig, mergeConfig } from 'vitest/config'
import whole from '../../vitest.config.ts'
import { reactCompiler } from './compilerPlugin.mjs'

type Project = { readonly test?: { readonly name?: unknown } }

/** The projects that draw widgets: in Chromium, and on the server. */
const DRAWING = ['browser', 'node', 'dom', 'isolated']
const projects = (whole.test?.projects ?? []).filter(
  (project): project is Project =>
    typeof project === 'object' && DRAWING.includes(String((project as Project).test?.name)),
)

const root = new URL('../..', import.meta.url).pathname
/** Checks in every run that the tested code was compiled. */
const witness = 'tooling/react-compiler/compiled.test.ts'

export default defineConfig({
  root,
  test: {
    projects: projects.map((project) =>
      mergeConfig(project, {
        root,
        // Its own cache: a parallel run of the plain widgets would rewrite its dependencies and
        // add a second React.
        cacheDir: `${import.meta.dirname}/node_modules/.vite`,
        plugins: [reactCompiler()],
        // Found by reading the tests at the start: found in the middle of a run, a dependency
        // reloads the page under a test.
        optimizeDeps: {
          entries: ['packages/ui/src/**/*.browser.test.tsx'],
          include: ['react/compiler-runtime'],
        },
        test: { include: (project as Project).test?.name === 'node' ? [witness] : [] },
      }),
    ),
  },
})
