import { render } from 'preact';
import { ListenPage } from './listen-page.js';
import '../shared/page.css';
import './listen.css';

const root = document.getElementById('app');
if (root !== null) {
  root.textContent = '';
  render(<ListenPage />, root);
}
