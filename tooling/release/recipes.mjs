// Makes the apps of the recipes as a new reader does: types the commands and writes the files that
// the built site shows, in an empty folder, with the packages from a registry of freshly packed
// tarballs and everything else from npm, then uses the app in Chromium. Nothing can be guessed:
// what a page leaves out is missing. Prints the minutes of each.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../bootstrap/chromium.mjs'
import { serve } from '../site/checkPages.mjs'
import { output } from './command.mjs'
import { appEnvironment } from './exampleApps.mjs'
import { visitExample } from './examplePages.mjs'
import { publishablePackages, root } from './packages.mjs'
import { folderAfter, stepsOf } from './recipeSteps.mjs'
import { servePackages } from './servePackages.mjs'
import { packOne } from './tarball.mjs'

const site = path.join(root, 'tooling/site/dist')

/** Each recipe and the app of `examples/` that is used as the visitors of its app are. */
const RECIPES = {
  'own-gateway': 'vite-login',
  'react-hook-form': 'vitest-order-form',
  next: 'next-prices',
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in RECIPES))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Recipes: ${Object.keys(RECIPES).join(', ')}.`)
  process.exit(1)
}
if (!existsSync(site)) {
  console.error('There is no built site: npm run site -- build')
  process.exit(1)
}

const work = mkdtempSync(path.join(os.tmpdir(), 'x-recipes-'))
let served
try {
  const recipes = await readRecipes(named.length > 0 ? named : Object.keys(RECIPES))
  const tarballs = []
  for (const entry of publishablePackages()) {
    const { file } = await packOne({ entry, into: path.join(work, 'tarballs') })
    tarballs.push({ manifest: entry.manifest, file })
  }
  served = await servePackages(tarballs)
  const userconfig = path.join(work, 'npmrc')
  writeFileSync(userconfig, `${await settingsOfUser()}\n${served.npmrc}`)
  for (const { name, blocks } of recipes) await make({ name, blocks, userconfig })
} finally {
  await served?.stop()
  rmSync(work, { recursive: true, force: true })
}

/** Where this machine takes other packages from. */
async function settingsOfUser() {
  const registry = await output('npm', ['config', 'get', 'registry'], { cwd: work })
  return `registry=${registry}`
}

/** The blocks of code of each page, as a browser shows them. */
async function readRecipes(names) {
  const { url, close } = await serve(site)
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const page = await browser.newPage()
    const recipes = []
    for (const name of names) {
      await page.goto(`${url}/recipes/${name}`)
      const blocks = await page.locator('.vp-doc div[class*="language-"]').evaluateAll((found) =>
        found.map((block) => ({
          language: block.querySelector('.lang')?.textContent ?? '',
          code: block.querySelector('code')?.textContent ?? '',
          before: block.previousElementSibling?.textContent ?? '',
        })),
      )
      recipes.push({ name, blocks })
    }
    return recipes
  } finally {
    await browser.close()
    close()
  }
}

/** Makes and uses one app. A fault of one does not stop the others. */
async function make({ name, blocks, userconfig }) {
  const from = performance.now()
  const minutes = () => `${((performance.now() - from) / 60_000).toFixed(1)} min`
  try {
    const { steps, start } = stepsOf(blocks)
    const folder = await type({ steps, home: mkdtempSync(path.join(work, 'home-')), userconfig })
    const made = minutes()
    await visitExample({ name: RECIPES[name], folder, command: start })
    const count = (kind) => steps.filter((step) => kind in step).length
    console.log(
      `${name}: ${count('type') + 1} commands and ${count('file')} files, made in ${made}, ` +
        `used after ${minutes()}`,
    )
  } catch (error) {
    process.exitCode = 1
    console.log(`${name}: FAILED after ${minutes()}: ${String(error)}`)
  }
}

/** @returns {Promise<string>} the folder that the steps end in */
async function type({ steps, home, userconfig }) {
  const env = { ...appEnvironment(), npm_config_userconfig: userconfig, npm_config_yes: 'true' }
  let folder = home
  for (const step of steps) {
    if ('file' in step) {
      const file = path.join(folder, step.file)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, step.code)
    } else if (folderAfter(folder, step.type) !== folder) {
      folder = folderAfter(folder, step.type)
    } else {
      await output('sh', ['-c', step.type], { cwd: folder, env })
    }
  }
  return folder
}
