const DARK = `--page:#0b0d12;--panel:#12151c;--raised:#191d26;--line:#222733;--text:#e9ecf1;
--quiet:#a9b2c0;--accent:#8ea2ff;--warning:#f2b84b;--danger:#ff6b7a;--focus:#b9c5ff;--fill:#0b0d12;
--edge:#667085`

/** The sheet of the pages, with the colours and sizes of `docs/reference/visual.md`. */
export const STYLE = `:root{color-scheme:light dark;--page:#f3f5f8;--panel:#fff;--raised:#f7f8fa;
--line:#ebeef3;--text:#12161d;--quiet:#4a5565;--accent:#3b50d9;--warning:#8a5a00;--danger:#c7273c;
--focus:#3b50d9;--fill:#fff;--edge:#7f8898}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:13px/1.5 Inter,system-ui,sans-serif;
font-feature-settings:'tnum','zero'}
:focus-visible{outline:2px solid var(--focus);outline-offset:1px}
h1,h2,h3,p,ul,ol{margin:0}h1{font-size:16px;font-weight:650}h2{font-size:16px;font-weight:650}
h3{font-size:14px;font-weight:550}
header{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:6px 16px;
background:var(--raised)}
header form{display:flex;align-items:center;gap:8px;max-width:none}
nav{position:sticky;top:0;z-index:1;overflow-x:auto;background:var(--raised);
border-block:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:0 4px;padding:4px 8px;list-style:none}
nav a{display:flex;align-items:center;gap:4px;min-height:32px;padding-inline:8px;border-radius:4px;
color:var(--quiet);text-decoration:none;white-space:nowrap}
nav a:hover{background:var(--line);color:var(--text)}
nav b{padding-inline:6px;border-radius:10px;background:var(--warning);color:var(--fill);
font-size:11px;font-weight:650}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;max-width:1600px;margin:auto;
padding:8px 16px}
section,.entry{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;padding:16px;
background:var(--panel);border-radius:6px}
section{scroll-margin-top:80px}
.entry{width:min(400px,100% - 16px);margin-block:10vh;border-radius:12px}
.entry h1{font-size:20px}
.none,section>p{color:var(--quiet)}
.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:12px}
th,td{padding:8px 12px 8px 0;text-align:start;vertical-align:top;
border-bottom:1px solid var(--line)}
th{color:var(--quiet);font-size:11px;font-weight:450;white-space:nowrap}
tr:last-child td{border-bottom:0}
td{min-width:100px;overflow-wrap:anywhere}time{white-space:nowrap}
td ol{padding-inline-start:16px;min-width:220px}
td:has(form){min-width:260px}
code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
img{border-radius:4px}
form{display:grid;gap:8px;max-width:480px}
form+form{margin-block-start:12px;padding-block-start:12px;border-block-start:1px solid var(--line)}
label{display:grid;gap:4px;color:var(--quiet);font-size:12px}
input,select,textarea,button{min-height:32px;padding:4px 10px;border:1px solid var(--edge);
border-radius:4px;background:var(--panel);color:var(--text);font:inherit;font-size:14px}
textarea{min-height:66px;resize:vertical}
button{justify-self:start;border-color:transparent;background:var(--line);font-weight:550;
cursor:pointer}
button.main{justify-self:stretch;min-height:40px;background:var(--accent);color:var(--fill)}
[role=status],[role=alert]{padding:8px 12px;border-radius:6px;background:var(--panel);
border-inline-start:3px solid var(--accent)}
[role=alert]{border-color:var(--danger);color:var(--danger)}
@media (width<768px){nav ul{flex-wrap:nowrap}main{padding:8px}section{padding:12px}
input,select,textarea,button,nav a{min-height:44px}
thead{display:none}tr,td{display:block}
td{display:grid;grid-template-columns:96px minmax(0,1fr);gap:8px;padding:4px 0;border:0}
td::before{content:attr(data-head);color:var(--quiet)}td:has(form){grid-template-columns:1fr}
tr+tr{margin-block-start:8px;padding-block-start:8px;border-block-start:1px solid var(--line)}
td ol,td:has(form){min-width:0}}`
