/**
 * Adopted by a shadow root: no inline style, nothing that a content policy would have to allow, no
 * clash with the page.
 */
export const CHALLENGE_STYLES = `
:host {
  --page: #0b0d12;
  --panel: #12151c;
  --raised: #191d26;
  --hover: #222733;
  --text: #e9ecf1;
  --text-2: #a9b2c0;
  --accent: #8ea2ff;
  --on-accent: #0b0d12;
  --good: #2dbd8a;
  --bad: #ff6b7a;
  --ring: #b9c5ff;
  color-scheme: dark;
}
:host([data-theme='light']) {
  --page: #f3f5f8;
  --panel: #ffffff;
  --raised: #f7f8fa;
  --hover: #ebeef3;
  --text: #12161d;
  --text-2: #4a5565;
  --accent: #3b50d9;
  --on-accent: #ffffff;
  --good: #0a7a55;
  --bad: #c7273c;
  --ring: #3b50d9;
  color-scheme: light;
}
dialog {
  box-sizing: border-box;
  width: min(352px, calc(100vw - 16px));
  max-height: calc(100vh - 16px);
  margin: auto;
  padding: 16px;
  overflow: auto;
  border: 0;
  border-radius: 12px;
  background: var(--panel);
  color: var(--text);
  font: 450 14px/1.5 'Inter Variable', Inter, system-ui, 'PingFang SC', 'Microsoft YaHei',
    'Noto Sans Arabic', sans-serif;
  box-shadow: 0 16px 48px rgb(0 0 0 / 0.4);
}
dialog::backdrop { background: rgb(5 7 12 / 0.6); }
.head { display: flex; align-items: center; gap: 8px; }
h2 { flex: 1; margin: 0; font-size: 16px; font-weight: 650; line-height: 1.35; }
.hint { margin: 4px 0 12px; color: var(--text-2); font-size: 13px; }
.stage {
  position: relative;
  width: 100%;
  aspect-ratio: 2 / 1;
  overflow: hidden;
  border-radius: 6px;
  background: var(--raised);
}
.stage img { position: absolute; display: block; user-select: none; pointer-events: none; }
.stage .scene { inset: 0; width: 100%; height: 100%; }
.stage .piece {
  inset-inline-start: 0;
  filter: drop-shadow(0 1px 3px rgb(0 0 0 / 0.55));
  will-change: transform;
}
.stage.loading img { visibility: hidden; }
.stage.solved { box-shadow: inset 0 0 0 2px var(--good); }
.stage.solved::after {
  content: '';
  position: absolute;
  inset: 0;
  border: 3px solid var(--good);
  border-radius: 6px;
}
input {
  --done: 0%;
  appearance: none;
  display: block;
  width: 100%;
  height: 44px;
  margin: 8px 0 0;
  background: none;
  cursor: grab;
  touch-action: none;
}
input:active { cursor: grabbing; }
input:disabled { cursor: default; opacity: 0.55; }
input::-webkit-slider-runnable-track {
  height: 32px;
  border-radius: 6px;
  background: linear-gradient(to right, var(--accent) var(--done), var(--hover) var(--done));
}
input::-moz-range-track {
  height: 32px;
  border-radius: 6px;
  background: linear-gradient(to right, var(--accent) var(--done), var(--hover) var(--done));
}
input::-webkit-slider-thumb {
  appearance: none;
  width: 48px;
  height: 40px;
  margin-top: -4px;
  border: 2px solid var(--panel);
  border-radius: 8px;
  background: var(--text) center / 18px 18px no-repeat;
  background: linear-gradient(
    90deg,
    transparent 40%,
    var(--panel) 40% 45%,
    transparent 45% 55%,
    var(--panel) 55% 60%,
    transparent 60%
  ) center / 100% 16px no-repeat var(--text);
}
input::-moz-range-thumb {
  width: 44px;
  height: 36px;
  border: 2px solid var(--panel);
  border-radius: 8px;
  background: var(--text);
}
.status { min-height: 20px; margin: 4px 0 8px; color: var(--text-2); font-size: 13px; }
.status[data-tone='good'] { color: var(--good); }
.status[data-tone='bad'] { color: var(--bad); }
.actions { display: grid; grid-template-columns: 1fr auto; gap: 8px; }
.other { margin: 12px 0 0; padding-top: 12px; border-top: 1px solid var(--hover); }
.other p { margin: 4px 0 0; color: var(--text-2); font-size: 12px; }
button {
  box-sizing: border-box;
  min-height: 40px;
  padding: 0 16px;
  border: 0;
  border-radius: 4px;
  background: var(--hover);
  color: var(--text);
  font: inherit;
  font-weight: 550;
  cursor: pointer;
  transition: background 120ms;
}
button.primary { background: var(--accent); color: var(--on-accent); }
button.plain {
  min-height: 32px;
  padding: 0;
  background: none;
  color: var(--accent);
  text-align: start;
}
button.icon {
  width: 40px;
  margin-inline-end: -8px;
  padding: 0;
  background: none;
  color: var(--text-2);
  font-size: 22px;
  line-height: 1;
}
button:disabled { opacity: 0.55; cursor: default; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 1px; }
@media (hover: hover) {
  button:not(.primary, .plain):hover:enabled { background: var(--hover); color: var(--text); }
  button.plain:hover:enabled { text-decoration: underline; }
}
@media (max-width: 767px) {
  button, button.plain { min-height: 44px; }
  button.icon { width: 44px; }
}
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`
