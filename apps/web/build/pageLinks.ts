import type { Rolldown } from 'vite'
import { PHONE } from '../src/lib/media/useMedia.ts'
import type { PageSources } from './pageSources.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const TEXTS = 'src/generated/messages'

/**
 * The links by which a document names the files of its page, beside the first script: a browser
 * fetches all at once instead of finding out about each from the one before. Finds them in what was
 * built from the sources below `root`.
 */
export function createPageLinks(bundle: Bundle, root: string) {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const first = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap((each) => withImports(each)),
  )
  return ({ page, phone, wide, parts }: PageSources, locale: string): string => {
    const named = new Set(first)
    const folders = parts.map((part) => `${TEXTS}/${part}`)
    const texts = [TEXTS, ...folders].map((folder) => `${folder}/${locale}.ts`)
    // Without its table of files a part would be asked for only after the first script has run.
    const tables = folders.map((folder) => `${folder}/loaders.ts`)
    return [
      ...linksOf([page, ...tables, ...texts]),
      ...(phone === undefined ? [] : linksOf([phone], PHONE)),
      ...(wide === undefined ? [] : linksOf([wide], `not all and ${PHONE}`)),
    ].join('\n    ')

    function linksOf(modules: readonly string[], media?: string): readonly string[] {
      const found = [
        ...new Set(modules.flatMap((module) => withImports(chunkWith(module)))),
      ].filter((chunk) => !named.has(chunk))
      // Of two compositions each names what it needs.
      if (media === undefined) for (const chunk of found) named.add(chunk)
      const styles = new Set(found.flatMap(stylesOf))
      // Styles first: nothing is painted before they are there.
      return [
        ...[...styles].map((file) => link('stylesheet', file, media)),
        ...found.map(({ fileName }) => link('modulepreload', fileName, media)),
      ]
    }
  }

  function chunkWith(module: string): Chunk {
    const id = `${root}/${module}`.replaceAll('\\', '/')
    const found = chunks.find(({ moduleIds }) =>
      moduleIds.some((each) => each.replaceAll('\\', '/') === id),
    )
    if (!found) throw new Error(`No chunk has ${module}`)
    return found
  }

  /** A chunk and all that it imports at once. */
  function withImports(chunk: Chunk, found = new Set<Chunk>()): readonly Chunk[] {
    if (found.has(chunk)) return []
    found.add(chunk)
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') withImports(next, found)
    }
    return [...found]
  }
}

/** Vite notes with a chunk what it looks like. */
function stylesOf(chunk: Chunk): readonly string[] {
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: ReadonlySet<string> } }
  return [...(viteMetadata?.importedCss ?? [])]
}

const link = (rel: string, file: string, media?: string): string =>
  `<link rel="${rel}" crossorigin href="/${file}" nonce="__CSP_NONCE__"` +
  `${media === undefined ? '' : ` media="${media}"`}>`
