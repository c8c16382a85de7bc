// The default theme with the fonts of the reader's system: the site fetches nothing.
import Theme from 'vitepress/theme-without-fonts';
import './style.css';

export default Theme;
