//! What the tests share.

mod app;
mod contract;
mod socket;

pub(crate) use app::{Reply, TestApp, fake_engine, form, get};
pub(crate) use contract::Contract;
pub(crate) use socket::Socket;
