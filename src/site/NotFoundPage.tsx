export default function NotFoundPage() {
  return <h1>This page does not exist</h1>;
}
