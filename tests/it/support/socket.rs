//! WebSockets to a service on a real socket.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{HeaderValue, Response};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// The longest that a test waits for a message.
const PATIENCE: Duration = Duration::from_secs(20);

/// An open WebSocket.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one, with further headers.
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, Response<Option<Vec<u8>>>> {
        let url = format!("ws://{address}{path}");
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).unwrap();
            request.headers_mut().insert(*name, value);
        }
        let stream = TcpStream::connect(address).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(response)) => Err(*response),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn say(&mut self, text: impl ToString) {
        let message = Message::text(text.to_string());
        self.0.send(message).await.unwrap();
    }

    pub(crate) async fn send(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }

    /// Sends without reading; whether the connection still takes it.
    pub(crate) async fn try_send(&mut self, message: Message) -> bool {
        self.0.send(message).await.is_ok()
    }

    /// The next text; `Err`: how the connection was closed.
    pub(crate) async fn text(&mut self) -> Result<String, Option<CloseFrame>> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match message.expect("nothing came for long") {
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => return Err(frame),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    /// The next message, as JSON.
    pub(crate) async fn hear(&mut self) -> Value {
        let text = self.text().await.expect("the connection is open");
        serde_json::from_str(&text).unwrap()
    }

    /// The code with which the connection is closed, whatever comes before.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Err(frame) = self.text().await {
                return frame.map(|frame| frame.code.into());
            }
        }
    }
}
