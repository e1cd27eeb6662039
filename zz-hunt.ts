import fc from 'fast-check'; import { anyText } from './test/captions/texts.js';
import { fitCaption } from './domain/captions/fit-caption.js'; import { findLinks } from './domain/captions/find-links.js'; import { ALL_NAMES } from './domain/captions/name-sets.js';
import { weighForX } from './domain/captions/weigh.js';
const links=(t:string)=>findLinks(t,ALL_NAMES).map(l=>t.slice(l.start,l.start+l.length));
for(let seed=1;seed<40;seed++) for(const raw of fc.sample(anyText(400),{numRuns:200,seed})){ const x=raw.slice(0,5000); const r=fitCaption('twitter','feed',x); const w=weighForX(r.text); const again=fitCaption('twitter','feed',r.text); const whole=x.normalize().replace(/[\uFEFF\uFFFE\uFFFF]/g,'');
 const kept=r.text.replace(/ ?…$/,''); const a=links(whole).slice(0,links(r.text).length), b=links(r.text);
 const why= w>280?'over':again.text!==r.text?'again':r.cut&&r.text&&!whole.startsWith(kept)?'prefix':r.cut&&r.text&&JSON.stringify(a)!==JSON.stringify(b)?'links':'';
 if(why) console.log(why,w,JSON.stringify(kept.slice(-80)),JSON.stringify(whole.slice(kept.length,kept.length+30)),a.slice(-2),b.slice(-2)); }
