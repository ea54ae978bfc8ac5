// Writes the API reference by TypeDoc: one page for each entry of each package.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { textWithoutCitations } from '../config/publicComments.mjs'
import { Plain } from '../bootstrap/progress.mjs'
import { anchorsOf, mapLinks } from './markdown.mjs'
import { referenceEntries } from './sources.mjs'

const OPTIONS = {
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: path.join(import.meta.dirname, 'tsconfig.reference.json'),
  // The types stage of the tests checks the same sources.
  skipErrorChecking: true,
  readme: 'none',
  disableSources: true,
  router: 'module',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  formatWithPrettier: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  propertyMembersFormat: 'table',
  enumMembersFormat: 'table',
  // What a reader looks for comes first.
  groupOrder: ['Functions', 'Classes', 'Variables', '*'],
  tableColumnSettings: {
    hideModifiers: true,
    hideInherited: true,
    hideOverrides: true,
    leftAlignHeaders: true,
  },
  logLevel: 'Error',
}

/** @param {string} folder receives `api/<package>/<entry>.md` */
export async function writeReference(folder) {
  const { Application, ReflectionKind } = await import('typedoc')
  const entries = referenceEntries()
  const app = await Application.bootstrapWithPlugins({
    ...OPTIONS,
    entryPoints: entries.map(({ file }) => file),
    outputs: [{ name: 'markdown', path: folder }],
  })
  const project = await app.convert()
  if (!project) throw new Plain('TypeDoc could not read the packages.')
  for (const reflection of project.children ?? []) {
    const entry = entries.find((one) => matches(one, reflection.name))
    if (!entry) throw new Plain(`TypeDoc has a module that is no entry: ${reflection.name}`)
    reflection.name = `${entry.package}/${entry.name}`
  }
  // What a function takes apart in its parameter list has no name of its own.
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name.startsWith('__namedParameters')) parameter.name = 'options'
  rmSync(folder, { recursive: true, force: true })
  await app.generateOutputs(project)
  const files = entries.map((entry) => path.join(folder, entry.package, `${entry.name}.md`))
  for (const [index, entry] of entries.entries()) retitle(files[index], entry)
  repairAnchors(files)
}

/** TypeDoc names a module by its path below what all have in common, `index` left out. */
const matches = ({ package: name, file }, module) => {
  const own = path.basename(file).replace(/\.tsx?$/, '')
  return (
    module === `${name}/src/exports/${own}` || (own === 'index' && module === `${name}/src/exports`)
  )
}

/** The heading is what one imports. Readers do not have the rules that the sources cite. */
function retitle(file, { specifier }) {
  const text = readFileSync(file, 'utf8').replace(/^# .*$/m, `# ${specifier}`)
  writeFileSync(file, textWithoutCitations(text))
}

/**
 * TypeDoc also numbers anchors for names that the page does not show: `#wheelmove-1` where only
 * `#wheelmove` is there.
 */
function repairAnchors(files) {
  const anchors = new Map(files.map((file) => [file, anchorsOf(readFileSync(file, 'utf8'))]))
  for (const file of files) {
    const text = mapLinks(readFileSync(file, 'utf8'), (target) => {
      const [location = '', hash] = target.split('#')
      const there = anchors.get(location === '' ? file : path.join(path.dirname(file), location))
      const plain = hash?.replace(/-\d+$/, '')
      return there && hash && !there.has(hash) && there.has(plain) ? `${location}#${plain}` : target
    })
    writeFileSync(file, text)
  }
}
