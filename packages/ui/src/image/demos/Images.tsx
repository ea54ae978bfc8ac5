import { Image } from '../Image.tsx'

/** A data URL of one colour, so that nothing is fetched. */
const PICTURE =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">' +
  '<rect width="64" height="64" fill="%23f7931a"/></svg>'
const allow = (src: string) => (src.startsWith('data:image/') || src.startsWith('/') ? src : '')

export default function Images() {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, alignItems: 'center' }}>
      <Image src={PICTURE} alt="Bitcoin" allow={allow} width={64} height={64} lazy={false} />
      <Image src={PICTURE} alt="" allow={allow} width={24} height={24} round lazy={false} />
      <Image src="javascript:alert(1)" alt="Blanked" allow={allow} width={64} height={64} />
      <Image
        src="ftp://example.org/a.png"
        alt="Dogecoin"
        allow={allow}
        width={32}
        height={32}
        round
        fallback="D"
      />
    </div>
  )
}
