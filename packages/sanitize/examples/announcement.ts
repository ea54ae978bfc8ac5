import { createServerSanitizer } from '@x/sanitize/server'

const sanitizer = createServerSanitizer({
  ownOrigin: 'https://trade.example',
  origins: ['https://static.example'],
  appSchemes: ['exampleapp:'],
  extend: { classes: ['up', 'down'] },
})

console.log(
  sanitizer.link('https://static.example.evil/'),
  sanitizer.link('exampleapp://spot/BTCUSDT'),
)
console.log(
  sanitizer.imageSource('/icons/btc.png'),
  sanitizer.imageSource('data:image/svg+xml;base64,PHN2Zz4='),
)
console.log(sanitizer.text('java\tscript:alert(1)'), sanitizer.text('Maintenance at 02:00'))
console.log(
  sanitizer.html(
    '<p onclick="x">From <b>02:00<script>alert(1)</script></p><a href="/help" ' +
      'target="_blank">Help</a>',
  ),
)
