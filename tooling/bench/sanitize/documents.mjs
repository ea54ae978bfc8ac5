/**
 * A typical announcement with headings, links, a table and a picture; about four kilobytes.
 */
export function announcement() {
  const day = (n) => String((n % 28) + 1).padStart(2, '0')
  const row = (n) =>
    `<tr><td>COIN${n}/USDT</td><td align="right">${n}.5%</td>` +
    `<td><b>2026-11-${day(n)}</b></td></tr>`
  const rows = Array.from({ length: 10 }, (_, n) => row(n)).join('')
  return `<h2>Listing of ten pairs</h2><p>Dear users,<br>the following pairs
<strong>open</strong> at <em>10:00 (UTC)</em>. See the
<a href="/support/listing" target="_blank">rules</a> and our
<a href="https://static.example/fees.html">fees</a>.</p>
<table><thead><tr><th>Pair</th><th>Fee</th><th>Date</th></tr></thead><tbody>${rows}</tbody></table>
<ul>${Array.from(
    { length: 12 },
    (_, n) =>
      `<li>Item ${n}: deposits &amp; withdrawals open <span class="up">+${n}</span> hours later ` +
      'than <s>before</s> now.</li>',
  ).join('')}</ul>
<p><img src="/img/banner.png" alt="Banner" width="600" height="120"></p>
<blockquote>Trading involves risk.</blockquote>`.padEnd(
    4_000,
    '<p>More text to read, with <i>some</i> words in it.</p>',
  )
}

/** The same with scripts, handlers and frames. */
export const dirtyAnnouncement = () =>
  announcement()
    .replaceAll('<p>', '<p onclick="alert(1)" style="color:red">')
    .replace(
      '</table>',
      '</table><script>alert(1)</script><svg onload=alert(1)><style>x</style></svg><iframe ' +
        'src="//evil.example"></iframe>',
    )

export const OUR_OPTIONS = {
  ownOrigin: 'https://trade.example',
  origins: ['https://static.example'],
  extend: { classes: ['up', 'down'] },
}
